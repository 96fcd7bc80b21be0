import { defineCheck, NotArranged, NotExercised, type World } from '@gateproof/harness';

import { every } from '../../support/every.ts';
import { nextDelivery, rotated, stillSigns, waitingRetry } from '../../support/rotations.ts';
import { expectSignedBy, signatureOf } from '../../support/signatures.ts';

/** The retry was queued before both rotations. */
async function expectOfRetry(world: World): Promise<void> {
  const waiting = await waitingRetry(world);
  const before = await waiting.webhook.rotate();
  const newest = await waiting.webhook.rotate();
  const exchange = await waiting.retry();
  expectSignedBy(world, exchange, newest, 'the newest secret');
  const isSigned = signatureOf(world, exchange, [before]).signs[0] === true;
  if (!isSigned && !(await stillSigns(world, waiting, before)))
    throw new NotExercised('the retry came so late that the secret before the newest was retired by time');
  expectSignedBy(world, exchange, before, 'the one before it');
}

export default defineCheck({
  rule: 'rotation.second.newest-two',
  ...every('one more', 'two more', 'a waiting retry'),
  async decide(world, how) {
    if (how === 'a waiting retry') {
      if (!world.has('clock')) throw new NotArranged('the clock can not be moved');
      return expectOfRetry(world);
    }
    const furtherRotations = how === 'one more' ? 1 : 2;
    const at = await rotated(world);
    const secrets = [at.fresh];
    for (let made = 0; made < furtherRotations; made += 1) secrets.unshift(await at.webhook.rotate());
    const exchange = await nextDelivery(world, at);
    expectSignedBy(world, exchange, secrets[0], 'the newest secret');
    expectSignedBy(world, exchange, secrets[1], 'the one before it');
  },
});
