import {
  type Account,
  type Exchange,
  expectAnswer,
  type Key,
  type WebhookEndpoint,
  type World,
} from '@gateproof/harness';
import { type HeldJob, holdBeside, holdJob, serverError } from '../held-jobs.ts';
import { isFinalJob, jobOf, readUntil, readUntilEnd } from '../media-jobs.ts';
import { signatureOf } from '../signatures.ts';
import { attemptsFor, deliveryFor, typeOf } from '../webhooks.ts';
import type { JobPlan, Phase } from './job-model.ts';
import { type JobSequence, type Move, movesOf } from './job-sequence.ts';
import { judgeAnswer } from './judge-answer.ts';
import { LostTrack, type Observation } from './observation.ts';
import { outcomeRule } from './rules-shown.ts';

/** Everything that a sequence plays with. */
interface Stage {
  readonly world: World;
  readonly account: Account;
  readonly otherKey: Key | undefined;
  readonly stranger: Account | undefined;
  readonly webhook: WebhookEndpoint | undefined;
  readonly jobs: readonly { readonly plan: JobPlan; readonly held: HeldJob; readonly idempotencyKey: string }[];
  /** Calls of the endpoint until its job had failed, by the job's place: a gateway may have asked it more than once by itself. */
  readonly triesOfFailed: Map<number, number>;
}

/** A rotation in the middle of a sequence: the two secrets after it, and the jobs that had ended before. */
interface Rotation {
  readonly fresh: string;
  readonly previous: string;
  readonly endedBefore: ReadonlySet<string>;
}

async function setStage(world: World, { jobs: plans }: JobSequence, withEvents: boolean): Promise<Stage> {
  const account = await world.account();
  const webhook = withEvents ? await account.webhook() : undefined;
  const jobs = [];
  for (const plan of plans) {
    const idempotencyKey = world.unique('key');
    const faults = plan.end === 'failed' ? [serverError] : [];
    const hold: typeof holdJob = jobs.length === 0 ? holdJob : holdBeside;
    jobs.push({ plan, idempotencyKey, held: await hold(account, { route: plan.route, faults, idempotencyKey }) });
  }
  return {
    world,
    account,
    otherKey: world.has('keys') ? await account.newKey().catch(() => undefined) : undefined,
    stranger: world.has('accounts') ? await world.account() : undefined,
    webhook,
    jobs,
    triesOfFailed: new Map(),
  };
}

/** Plays a sequence on the target beside the model; yields what each step showed. Throws `LostTrack` where the model can not follow. */
export async function* runJobSequence(
  world: World,
  sequence: JobSequence,
  withEvents: boolean,
): AsyncGenerator<Observation> {
  const stage = await setStage(world, sequence, withEvents);
  const phases: Phase[] = sequence.jobs.map(() => 'running');
  let rotation: Rotation | undefined;
  for (const move of movesOf(sequence)) {
    if (move.command === 'rotate') rotation = await rotate(stage, phases);
    else yield* play(stage, move);
    phases[move.job] = move.to;
  }
  for (const [place, phase] of phases.entries()) {
    yield* atTheEnd(stage, place, phase);
    if (rotation !== undefined && phase !== 'running') yield* signedByBoth(stage, place, rotation);
  }
}

/** Events that are on their way are let arrive first: which secret signs those is open. */
async function rotate({ world, webhook, jobs }: Stage, phases: readonly Phase[]): Promise<Rotation | undefined> {
  if (webhook === undefined || !world.has('rotation')) return undefined;
  const ended = jobs.filter((_, place) => phases[place] !== 'running').map(({ held }) => held.id);
  for (const id of ended) await deliveryFor(world, webhook, id, 3_000);
  const [previous = ''] = webhook.secrets();
  return { fresh: await webhook.rotate(), previous, endedBefore: new Set(ended) };
}

async function* signedByBoth(
  { world, webhook, jobs }: Stage,
  place: number,
  { fresh, previous, endedBefore }: Rotation,
): AsyncGenerator<Observation> {
  const id = jobs[place]?.held.id;
  if (webhook === undefined || id === undefined || endedBefore.has(id)) return;
  const [delivery] = attemptsFor(world, webhook, id);
  if (delivery === undefined) return;
  const { signs } = signatureOf(world, delivery.exchange, [fresh, previous]);
  yield {
    rule: 'rotation.every-delivery',
    held: signs.every(Boolean),
    expected: `the event of job ${id} to be signed by the new secret and by the one before it`,
    observed: `signed by the new one: ${signs[0] === true}, by the one before: ${signs[1] === true}`,
    exchanges: [delivery.exchange.id],
  };
}

async function* play(stage: Stage, move: Move): AsyncGenerator<Observation> {
  const { world, account, otherKey, stranger, jobs } = stage;
  const one = jobs[move.job];
  if (one === undefined) return;
  const { held, idempotencyKey } = one;
  const { id } = held;
  const answered = (exchange: Exchange) => {
    expectAnswer(world, exchange);
    return judgeAnswer(move, id, exchange);
  };
  switch (move.command) {
    case 'read':
      return yield* answered(await account.key.job(id));
    case 'read by another key':
      if (otherKey !== undefined) yield* answered(await otherKey.job(id));
      return;
    case 'read by a stranger':
      if (stranger !== undefined) yield* answered(await stranger.key.job(id));
      return;
    case 'cancel by a stranger':
      if (stranger !== undefined) yield* answered(await stranger.key.cancel(id));
      return;
    case 'cancel':
      yield* answered(await account.key.cancel(id));
      if (move.from === 'running') yield* reached(stage, move, id);
      return;
    case 'submit again': {
      const body = { ...held.model.inputs, model: held.model.id };
      const exchange = await (move.plan.route === 'image'
        ? account.key.image(body, { idempotencyKey })
        : account.key.transcription(body, { idempotencyKey }));
      return yield* answered(exchange);
    }
    case 'wait':
      if (world.has('clock')) await account.advance(Math.min(2_000, Math.floor(world.upstreamTimeoutMs / 50)));
      return;
    case 'end':
      held.release();
      await held.model.upstreams[0]?.calls()[0]?.ended;
      if (move.from !== 'running') return;
      yield* reached(stage, move, id);
      if (move.to === 'failed') stage.triesOfFailed.set(move.job, held.model.upstreams[0]?.calls().length ?? 0);
  }
}

/** The final state comes after its cause, within some time. */
async function* reached({ world, account }: Stage, move: Move, id: string): AsyncGenerator<Observation> {
  const seen = await (move.to === 'failed'
    ? readUntilEnd(world, account, id)
    : readUntil(world, account.key, id, isFinalJob));
  if (seen === undefined && move.to === 'canceled') throw new LostTrack('an accepted cancel takes its time');
  // Work that wins against an accepted cancel is tolerated where canceled was never shown (freedom F014).
  if (move.to === 'canceled' && seen?.job.state !== 'canceled') throw new LostTrack('the work won against the cancel');
  const rule = move.to === 'canceled' ? 'job.outcome.canceled' : outcomeRule(move.plan);
  yield {
    rule,
    held: seen?.job.state === move.to,
    expected: `job ${id} to become ${move.to}`,
    observed: seen === undefined ? 'it is not final' : String(seen.job.state),
    ...(seen === undefined ? {} : { exchanges: [seen.exchange.id] }),
  };
}

/** What is left of each job when all is done: its state, one call of its endpoint, one event or none. */
async function* atTheEnd(stage: Stage, place: number, phase: Phase): AsyncGenerator<Observation> {
  const { account, jobs, world, webhook } = stage;
  const one = jobs[place];
  if (one === undefined) return;
  const { id, model } = one.held;
  const exchange = await account.key.job(id);
  const state = String(jobOf(exchange)?.state);
  const exchanges = [exchange.id];
  const isRight = phase === 'running' ? !['succeeded', 'failed', 'canceled'].includes(state) : state === phase;
  const expected = `job ${id} to be ${phase} in the end`;
  if (phase === 'running')
    yield { rule: 'job.outcome.independent', held: isRight, expected, observed: state, exchanges };
  else yield { rule: 'job.final.state-kept', held: isRight, expected, observed: state, exchanges };
  const calls = model.upstreams[0]?.calls().length ?? 0;
  const tries = Math.max(1, stage.triesOfFailed.get(place) ?? 1);
  yield {
    rule: 'idempotency.media.one-run',
    held: calls === tries,
    expected: `calls of the endpoint of job ${id} for one run (${tries}), however often it is submitted under its key`,
    observed: `${calls} calls`,
  };
  if (webhook === undefined) return;
  if (phase !== 'running') await deliveryFor(world, webhook, id);
  const types = attemptsFor(world, webhook, id).map(typeOf);
  yield {
    rule: phase === 'running' ? 'webhook.event.only-when-final' : `webhook.event.${phase}`,
    held: phase === 'running' ? types.length === 0 : types.includes(`job.${phase}`),
    expected: phase === 'running' ? `no event of the running job ${id}` : `job.${phase} of job ${id}`,
    observed: types.length === 0 ? 'no event' : types.join(', '),
  };
}
