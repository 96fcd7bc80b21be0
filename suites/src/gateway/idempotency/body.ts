import {
  type Account,
  controlRefused,
  controlServed,
  controlStream,
  defineCheck,
  describeAnswer,
  type Exchange,
  expectRefusal,
  expectThat,
  type Key,
  type Model,
  NotArranged,
  NotExercised,
  SetupFailed,
  type World,
} from '@gateproof/harness';
import { type Apart, conversationsApart, spelled } from '../../support/conversations-apart.ts';
import { every } from '../../support/every.ts';
import { cancelForGood, holdJob, mediaModel, serverError } from '../../support/held-jobs.ts';
import { keyHistory } from '../../support/histories/key-history.ts';
import { smallestContradiction } from '../../support/histories/linearizability.ts';
import { chatUnder } from '../../support/idempotent-chat.ts';
import {
  jobOf,
  type MediaRoute,
  readUntilEnd,
  sendSubmission,
  submitJob,
  untilFinal,
  untilState,
} from '../../support/media-jobs.ts';
import { saying, tokensOf } from '../../support/streams.ts';
import { submissionsApart } from '../../support/submissions-apart.ts';
import { expectNoUpstreamCall } from '../../support/without-effect.ts';

/** Whether a request was served; what a gateway does not take by itself shows nothing about keys. */
function requireAccepted(exchange: Exchange): void {
  if (exchange.response?.status !== 200 || exchange.ending !== 'complete')
    throw new NotExercised(`the body is not accepted by itself: ${describeAnswer(exchange)}`);
}

/** The first request is served, or still waits for its endpoint when the other body comes. */
type Rest = 'finished' | 'in progress';

/** `{other}` and `{third}` stand for further models of the account. */
const listed: readonly Apart[] = [
  { what: 'the list of models', one: {}, other: { models: ['{other}'] } },
  { what: 'a model of the list', one: { models: ['{other}'] }, other: { models: ['{third}'] } },
  { what: 'the order of the list', one: { models: ['{other}', '{third}'] }, other: { models: ['{third}', '{other}'] } },
];

async function whileRunning(world: World, key: Key, model: Model, apart: Apart): Promise<Exchange> {
  const idempotencyKey = world.unique('key');
  const first = chatUnder(key, model, idempotencyKey, apart.one);
  if ((await model.upstreams[0]?.call(1)) === undefined)
    throw new SetupFailed('the first request did not reach our upstream', { prerequisite: 'chat.forward.once' });
  const second = chatUnder(key, model, idempotencyKey, apart.other);
  const early = await Promise.race([second, world.pause(300).then(() => undefined)]);
  model.upstreams[0]?.release();
  const exchange = early ?? (await second);
  const finished = await first;
  if ('stream' in apart.one) controlStream(finished);
  else controlServed(finished);
  return exchange;
}

const differentChat = defineCheck<readonly [Apart, Rest]>({
  rule: 'idempotency.body.different-chat',
  ...every<readonly [Apart, Rest]>(
    ...[...conversationsApart, ...listed].map((apart) => [apart, 'finished'] as const),
    ...conversationsApart.slice(0, 1).map((apart) => [apart, 'in progress'] as const),
    ...conversationsApart
      .filter(({ what }) => what.startsWith('stream'))
      .map((apart) => [apart, 'in progress'] as const),
  ),
  cases: conversationsApart.length + 6,
  async decide(world, [{ what, ...bodies }, rest]) {
    const account = await world.account();
    if (rest === 'in progress') {
      const held = saying(tokensOf('a', 3), { kind: 'hang' });
      const model = await account.model({ upstreams: [held] });
      return void expectRefusal(
        world,
        await whileRunning(world, account.key, model, { what, ...bodies }),
        'idempotency_conflict',
      );
    }
    const model = await account.usableModel();
    const isListed = listed.some((one) => one.what === what);
    const others = isListed ? [(await account.model()).id, (await account.model()).id] : [];
    const [one, apart] = [bodies.one, bodies.other].map((body) =>
      JSON.parse(
        JSON.stringify(spelled(body, world.prefix))
          .replace('{other}', others[0] ?? '')
          .replace('{third}', others[1] ?? ''),
      ),
    );
    const key = world.unique('key');
    // Each body is one that is accepted by itself.
    requireAccepted(await chatUnder(account.key, model, world.unique('alone'), apart));
    requireAccepted(await chatUnder(account.key, model, key, one));
    expectRefusal(world, await chatUnder(account.key, model, key, apart), 'idempotency_conflict');
    if (what === conversationsApart[0]?.what)
      expectRefusal(world, await chatUnder(account.key, model, key, apart), 'idempotency_conflict');
  },
});

const withoutEffect = defineCheck<readonly [MediaRoute | 'chat', object]>({
  rule: 'idempotency.body.different-without-effect',
  ...every<readonly [MediaRoute | 'chat', object]>(
    ...conversationsApart.slice(0, 3).map(({ other }) => ['chat', other] as const),
    ['image', {}],
    ['transcription', {}],
  ),
  async decide(world, [route, difference]) {
    const account = await world.account();
    const key = world.unique('key');
    if (route !== 'chat') return submissionWithoutEffect(world, account, route, key);
    const model = await account.model();
    const other = await account.model();
    controlServed(await chatUnder(account.key, other, key));
    const refused = await chatUnder(account.key, model, key, difference);
    controlRefused(refused, 'idempotency.body.different-chat');
    await expectNoUpstreamCall(world, { key: account.key, model }, [refused]);
  },
});

/** The model of the refused submission is asked by the control alone, which comes after it. */
async function submissionWithoutEffect(
  world: World,
  account: Account,
  route: MediaRoute,
  idempotencyKey: string,
): Promise<void> {
  const [model, other] = [await mediaModel(account, route), await mediaModel(account, route)];
  await submitJob(account.key, other, {}, { idempotencyKey });
  const refused = await sendSubmission(account.key, model, {}, { idempotencyKey });
  if (jobOf(refused) !== undefined)
    throw new SetupFailed('the other body was not refused', { prerequisite: `idempotency.body.different-${route}` });
  const control = await submitJob(account.key, model);
  await untilFinal(world, account.key, control.id, 'job.outcome.succeeded');
  const calls = model.upstreams.flatMap((upstream) => upstream.calls());
  expectThat(world, calls.length === 1, {
    expected: 'the control alone to reach the endpoint (1 call), and not the refused submission',
    observed: `${calls.length} calls`,
    exchanges: [refused.id],
  });
}

const byClients = 'an input, by several clients at once';
/** Which of two bodies each client sends, one after the other. */
const clients = [
  [0, 0, 1, 0],
  [1, 0, 1],
  [1, 1, 0],
] as const;

/** Several clients send two bodies under one key, none waiting for another: one body is served, by one job, in whatever order they come. */
async function expectOneMeaning(
  world: World,
  send: (body: object, idempotencyKey: string) => Promise<Exchange>,
  bodies: readonly [object, object],
): Promise<void> {
  const idempotencyKey = world.unique('key');
  const ask = async (body: 0 | 1) => {
    const exchange = await send(bodies[body], idempotencyKey);
    const job = jobOf(exchange);
    if (job === undefined) expectRefusal(world, exchange, 'idempotency_conflict');
    const answer = job === undefined ? ('conflict' as const) : { identity: String(job.id) };
    const { request, endedAtMs } = exchange;
    return { command: `body ${body + 1}`, answer, beganAtMs: request.atMs, endedAtMs, exchange: exchange.id };
  };
  const asked = clients.map(async (sent) => {
    const seen = [];
    for (const body of sent) seen.push(await ask(body));
    return seen;
  });
  const contradiction = smallestContradiction((await Promise.all(asked)).flat(), keyHistory) ?? [];
  const texts = contradiction.map(({ command, answer }) =>
    answer === 'conflict' ? `${command}: 409` : `${command}: ${answer.identity}`,
  );
  expectThat(world, contradiction.length === 0, {
    expected:
      'one of two bodies under one key to be served, by one job, whatever the order in which several clients are',
    observed: texts.join(', '),
    exchanges: contradiction.map(({ exchange }) => exchange),
  });
}

/** The first job has come to nothing, and its key means it all the same: no other body is taken under it. */
async function expectConflictAfter(world: World, route: MediaRoute, state: 'failed' | 'canceled'): Promise<void> {
  const account = await world.account();
  const idempotencyKey = world.unique('key');
  const faults = state === 'failed' ? [serverError] : [];
  const held = await holdJob(account, { route, faults, idempotencyKey });
  if (state === 'canceled') await cancelForGood(world, account, held);
  else held.release();
  if (state === 'failed') await readUntilEnd(world, account, held.id);
  await untilState(world, account.key, held.id, state);
  const other = await mediaModel(account, route);
  await submitJob(account.key, other);
  expectRefusal(world, await sendSubmission(account.key, other, {}, { idempotencyKey }), 'idempotency_conflict');
}

const ends: Readonly<Record<string, 'failed' | 'canceled'>> = {
  'once it failed': 'failed',
  'once it was canceled': 'canceled',
};

/** A submission with a used key and another body, beside its control: each body alone is accepted. */
function differentMedia(rule: string, route: MediaRoute) {
  return defineCheck({
    rule,
    ...every(
      ...[...submissionsApart.keys()].flatMap((what) => (what === 'an input' ? [what, byClients] : [what])),
      ...Object.keys(ends),
    ),
    async decide(world, what) {
      const end = ends[what];
      if (end !== undefined) return expectConflictAfter(world, route, end);
      const account = await world.account();
      const model = await mediaModel(account, route);
      const make = submissionsApart.get(what === byClients ? 'an input' : what);
      const { one = {}, other = {} } = (await make?.({ world, account, model })) ?? {};
      if (JSON.stringify(one) === JSON.stringify(other))
        throw new NotExercised(`${what}: there is nothing to differ in`);
      const control = await sendSubmission(account.key, model, other);
      const first = await sendSubmission(account.key, model, one);
      if (jobOf(control) === undefined || jobOf(first) === undefined)
        throw new NotExercised(`${what}: a body is not accepted by itself: ${describeAnswer(control)}`);
      const send = (body: object, idempotencyKey: string) =>
        sendSubmission(account.key, model, body, { idempotencyKey });
      if (what === byClients) return expectOneMeaning(world, send, [one, other]);
      const idempotencyKey = world.unique('key');
      const job = await submitJob(account.key, model, one, { idempotencyKey });
      const expectConflict = async () =>
        expectRefusal(world, await send(other, idempotencyKey), 'idempotency_conflict');
      await expectConflict();
      if (what !== 'an input') return;
      // Neither a refusal nor the end of the job gives the key up.
      await expectConflict();
      await untilFinal(world, account.key, job.id, 'job.outcome.succeeded');
      await expectConflict();
    },
  });
}

/** Bodies that differ in one character deep inside, or in one list item. */
const nested = defineCheck({
  rule: 'idempotency.body.nested-difference',
  ...every<readonly [object, object]>(
    [{ provider: { x: { y: [1, 2, 3] } } }, { provider: { x: { y: [1, 2, 4] } } }],
    [{ provider: { x: { y: 'a' } } }, { provider: { x: { y: 'A' } } }],
    [{ x_note: [1, [2, { z: true }]] }, { x_note: [1, [2, { z: false }]] }],
    [{ x_note: ['a', 'b'] }, { x_note: ['b', 'a'] }],
    [{ provider: { x_note: 1 } }, { provider: { x_note: '1' } }],
    [{ provider: { x_note: 'true' } }, { provider: { x_note: true } }],
    [{ provider: { x_note: 0 } }, { provider: { x_note: false } }],
    [{ provider: { x_note: '' } }, { provider: { x_note: 0 } }],
    [{ provider: { x_one: 1 } }, { provider: { x_two: 1 } }],
    [{ provider: { x_note: [] } }, { provider: { x_note: {} } }],
  ),
  async decide(world, bodies) {
    const account = await world.account();
    const model = await mediaModel(account, 'image');
    const [one, other] = bodies;
    const controls = [await sendSubmission(account.key, model, one), await sendSubmission(account.key, model, other)];
    if (controls.some((control) => jobOf(control) === undefined))
      throw new NotArranged('keys that the contract does not name are refused here');
    const idempotencyKey = world.unique('key');
    await submitJob(account.key, model, one, { idempotencyKey });
    expectRefusal(world, await sendSubmission(account.key, model, other, { idempotencyKey }), 'idempotency_conflict');
  },
});

export default [
  differentChat,
  withoutEffect,
  differentMedia('idempotency.body.different-image', 'image'),
  differentMedia('idempotency.body.different-transcription', 'transcription'),
  nested,
];
