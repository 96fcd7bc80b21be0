import {
  type Account,
  caution,
  defineCheck,
  expectThat,
  patienceMs,
  SetupFailed,
  type World,
} from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { holdJob, holdJobInFallback, serverError, waitingJob } from '../../support/held-jobs.ts';
import { isFinalJob, jobOf, type MediaRoute, readUntil, readUntilEnd } from '../../support/media-jobs.ts';

const promptMs = 600_000;
/** Whoever waits for an endpoint longer than a week is let wait until it answers. No step is as long as a job must be readable after its end (freedom F104). */
const waitsMs = [promptMs, 3_600_000, ...[6, 16, 20, 20, 20, 20, 20, 20, 20].map((hours) => hours * 3_600_000)];

/** What the call comes to after the cancel was accepted does not keep the job from its end; which one is open where it is quicker (freedom F014). */
async function expectEnds(
  world: World,
  account: Account,
  route: MediaRoute,
  call: 'failing' | 'answering',
): Promise<void> {
  const held = await holdJob(account, { route, faults: call === 'failing' ? [serverError] : [] });
  const exchange = await account.key.cancel(held.id);
  if (jobOf(exchange) === undefined)
    throw new SetupFailed('the cancel was not accepted with a Job', { prerequisite: 'job.cancel.accepted' });
  held.release();
  const ended = await readUntilEnd(world, account, held.id);
  expectThat(world, ended !== undefined, {
    expected: `a final state after the cancel was accepted and the endpoint ${call === 'failing' ? 'failed' : 'answered'} then`,
    observed: 'no final state',
    exchanges: [exchange.id],
  });
}

export default defineCheck({
  rule: 'job.cancel.reaches-final',
  ...every<readonly [MediaRoute, ('waiting' | 'in a fallback' | 'failing' | 'answering')?]>(
    ['image'],
    ['transcription'],
    ['transcription', 'waiting'],
    ['image', 'in a fallback'],
    ['image', 'failing'],
    ['transcription', 'answering'],
  ),
  cases: 6,
  async decide(world, [route, what]) {
    const account = await world.account();
    if (what === 'failing' || what === 'answering') return expectEnds(world, account, route, what);
    const { id, model } = await (what === 'in a fallback'
      ? holdJobInFallback(account, route)
      : what === 'waiting'
        ? waitingJob(account, route)
        : holdJob(account, { route }));
    const exchange = await account.key.cancel(id);
    if (jobOf(exchange) === undefined)
      throw new SetupFailed('the cancel was not accepted with a Job', { prerequisite: 'job.cancel.accepted' });
    let seen = await readUntil(world, account.key, id, isFinalJob, 3_000);
    let passedMs = 0;
    for (const waitMs of world.has('clock') ? waitsMs : []) {
      if (seen !== undefined) break;
      await account.advance(waitMs);
      passedMs += waitMs;
      seen = await readUntil(world, account.key, id, isFinalJob, 300);
    }
    const isMatterOfClock = seen !== undefined;
    // Who looks for cancels now and then may do so in real time (freedom F014): the whole of it, since what is missing after it is held against the gateway.
    seen ??= await readUntil(world, account.key, id, isFinalJob, patienceMs);
    const waitedForCall = seen === undefined;
    if (waitedForCall) {
      model.upstreams[0]?.release();
      seen = await readUntil(world, account.key, id, isFinalJob);
    }
    const isPrompt = !waitedForCall && (!isMatterOfClock || passedMs <= promptMs);
    const finding = {
      expected: 'a final state after the cancel was accepted, though the endpoint never answers',
      observed: `${String(seen?.job.state ?? 'no final state')} ${passedMs / 60_000} minutes later${waitedForCall ? ', after the endpoint had answered' : ''}`,
      exchanges: [exchange.id],
    };
    // A gateway may wait for its call to end, as long as it waits for any endpoint; then the job is canceled (freedom F014).
    if (!isPrompt && seen?.job.state === 'canceled') caution(world, finding);
    expectThat(world, isPrompt, finding);
  },
});
