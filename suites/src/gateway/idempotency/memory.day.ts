import { caution, controlServed, defineCheck, expectThat, type World } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { mediaModel } from '../../support/held-jobs.ts';
import { chatUnder } from '../../support/idempotent-chat.ts';
import { sendSubmission, submitJob, untilState } from '../../support/media-jobs.ts';
import type { Submission } from '../../support/submissions.ts';

const hourMs = 3_600_000;

/** Sends a request that is served to its end, and again later; tells how often the endpoint was called, and the exchanges. */
async function sendAgainLater(world: World, route: Submission, laterMs: number) {
  const account = await world.account();
  const key = world.unique('key');
  if (route === 'chat') {
    const model = await account.model();
    const first = await chatUnder(account.key, model, key);
    controlServed(first);
    await account.advance(laterMs);
    const second = await chatUnder(account.key, model, key);
    return { calls: model.upstreams[0]?.calls().length, exchanges: [first.id, second.id] };
  }
  const model = await mediaModel(account, route);
  const first = await submitJob(account.key, model, {}, { idempotencyKey: key });
  await untilState(world, account.key, first.id, 'succeeded');
  await account.advance(laterMs);
  const second = await sendSubmission(account.key, model, {}, { idempotencyKey: key });
  // A job that runs through marks a moment at which a second call would have been seen.
  const marker = await submitJob(account.key, await mediaModel(account, route));
  await untilState(world, account.key, marker.id, 'succeeded');
  return { calls: model.upstreams[0]?.calls().length, exchanges: [first.exchange.id, second.id] };
}

export default defineCheck({
  rule: 'idempotency.memory.day',
  ...every<readonly [Submission, number]>(
    ['chat', 10_000],
    ['image', 10_000],
    ['transcription', 20_000],
    ['chat', hourMs],
    ['image', hourMs],
    ['chat', 12 * hourMs],
    ['chat', 23 * hourMs],
  ),
  async decide(world, [route, laterMs]) {
    const { calls, exchanges } = await sendAgainLater(world, route, laterMs);
    const finding = {
      expected: 'one call of the endpoint, a key being remembered for 24 hours',
      observed: `${calls} calls`,
      exchanges,
    };
    // Forgetting within minutes to hours is only warned about (freedom F035); within seconds it breaks the rule.
    if (calls !== 1 && laterMs >= hourMs) return caution(world, finding);
    expectThat(world, calls === 1, finding);
  },
});
