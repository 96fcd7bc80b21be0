import { defineCheck, NotExercised, SetupFailed } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { freshSecret } from '../../support/fresh-secret.ts';
import { nextDelivery, waitingRetry } from '../../support/rotations.ts';
import { expectSignedBy, signatureOf } from '../../support/signatures.ts';

/** Retirement by time is a freedom (F097), but not within half an hour. */
const soonMs = 1_800_000;

/** The retry was queued before the rotation, and leaves after it. */
export default defineCheck({
  rule: 'rotation.retry.both-sign',
  ...every(0, 1, 2),
  cases: 3,
  requestsPerCase: 30,
  async decide(world, earlierRetries) {
    const waiting = await waitingRetry(world);
    for (let made = 0; made < earlierRetries; made += 1) await waiting.retry();
    const [previous] = waiting.webhook.secrets();
    const fresh = await freshSecret(waiting.webhook);
    const rotatedAtMs = await waiting.account.now();
    const exchange = await waiting.retryDespite('a rotation');
    expectSignedBy(world, exchange, fresh, 'the new secret');
    const isSigned = signatureOf(world, exchange, [previous ?? '']).signs[0] === true;
    if (!isSigned && (await waiting.account.now()) - rotatedAtMs > soonMs) {
      // Whoever tells events in their order holds this one back.
      const other = await nextDelivery(world, waiting).catch((thrown: unknown) => {
        throw thrown instanceof SetupFailed ? new NotExercised('no other event comes at once') : thrown;
      });
      if (signatureOf(world, other, [previous ?? '']).signs[0] !== true)
        throw new NotExercised('the retry came so late that the previous secret was retired by time');
    }
    expectSignedBy(world, exchange, previous, 'the previous secret');
  },
});
