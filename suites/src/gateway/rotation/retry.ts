import { defineCheck, NotExercised } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import type { EndState } from '../../support/finished-jobs.ts';
import { freshSecret } from '../../support/fresh-secret.ts';
import { stillSigns, waitingRetry } from '../../support/rotations.ts';
import { expectSignedBy, signatureOf } from '../../support/signatures.ts';

/** The retry was queued before the rotation, and leaves after it. */
export default defineCheck({
  rule: 'rotation.retry.both-sign',
  ...every<readonly [number, EndState]>([0, 'succeeded'], [1, 'failed'], [2, 'canceled']),
  async decide(world, [earlierRetries, state]) {
    const waiting = await waitingRetry(world, { state });
    for (let made = 0; made < earlierRetries; made += 1) await waiting.retry();
    const [previous] = waiting.webhook.secrets();
    const fresh = await freshSecret(waiting.webhook);
    const exchange = await waiting.retryDespite('a rotation');
    expectSignedBy(world, exchange, fresh, 'the new secret');
    const isSigned = signatureOf(world, exchange, [previous ?? '']).signs[0] === true;
    if (!isSigned && !(await stillSigns(world, waiting, previous)))
      throw new NotExercised('the retry came so late that the previous secret was retired by time');
    expectSignedBy(world, exchange, previous, 'the previous secret');
  },
});
