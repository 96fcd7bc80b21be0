import { defineCheck, expectThat, SetupFailed } from '@gateproof/harness';
import fc from 'fast-check';
import { type EndState, endStates } from '../../support/finished-jobs.ts';
import { signatureOf } from '../../support/signatures.ts';
import { firstAttempt, hourMs, listen, timeAttempts } from '../../support/webhooks.ts';

const toleranceMs = 300_000;

const ofSending = defineCheck({
  rule: 'signature.time.of-sending',
  input: fc.record({
    state: fc.constantFrom<EndState>(...endStates),
    movedMs: fc.constantFrom(0, hourMs, 24 * hourMs),
  }),
  cases: 4,
  requestsPerCase: 20,
  async decide(world, { state, movedMs }) {
    const listening = await listen(world);
    if (movedMs > 0 && world.has('clock')) await listening.account.advance(movedMs);
    const { delivery } = await firstAttempt(world, listening, { state });
    const nowMs = await listening.account.now();
    const { timestamp } = signatureOf(world, delivery.exchange, []);
    expectThat(world, Math.abs(Number(timestamp) * 1000 - nowMs) <= toleranceMs, {
      expected: `t within 300 s of ${Math.floor(nowMs / 1000)}, the time of the first attempt`,
      observed: timestamp,
      exchanges: [delivery.exchange.id],
    });
  },
});

const freshOnRetry = defineCheck({
  rule: 'signature.time.fresh-on-retry',
  input: fc.constant('never acknowledged'),
  cases: 1,
  caseLimitMs: 120_000,
  requestsPerCase: 20,
  async decide(world) {
    const listening = await listen(world);
    listening.webhook.answer({ kind: 'status', status: 500 });
    const { job } = await firstAttempt(world, listening);
    const attempts = await timeAttempts(world, listening.account, listening.webhook, job.id);
    if (attempts.length < 2)
      throw new SetupFailed('a failed delivery is not tried again', { prerequisite: 'webhook.failure.status-5xx' });
    for (const { delivery, fromMs, untilMs } of attempts.slice(1)) {
      const { timestamp } = signatureOf(world, delivery.exchange, []);
      const atMs = Number(timestamp) * 1000;
      expectThat(world, atMs >= fromMs - toleranceMs && atMs <= untilMs + toleranceMs, {
        expected: `t between ${Math.floor(fromMs / 1000)} and ${Math.floor(untilMs / 1000)}, when the retry arrived, 300 s aside`,
        observed: timestamp,
        exchanges: [delivery.exchange.id],
      });
    }
  },
});

/** The time that a signature carries (Events › Signature). */
export default [ofSending, freshOnRetry];
