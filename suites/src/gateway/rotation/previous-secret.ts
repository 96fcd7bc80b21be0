import { defineCheck, NotExercised } from '@gateproof/harness';
import { hourMs } from '@gateproof/spec';
import { every } from '../../support/every.ts';
import { type EndState, endStates } from '../../support/finished-jobs.ts';
import { nextDelivery, rotated } from '../../support/rotations.ts';
import { expectSignedBy, signatureOf } from '../../support/signatures.ts';

const signs = defineCheck({
  rule: 'rotation.previous-secret.signs',
  ...every<EndState>(...endStates),
  async decide(world, state) {
    const at = await rotated(world);
    expectSignedBy(world, await nextDelivery(world, at, state), at.previous, 'the previous secret');
  },
});

/** Retirement by time is a freedom (F097, F148), which warns about one within half an hour. */
const soonMs = 1_800_000;

const lasts = defineCheck({
  rule: 'rotation.previous-secret.lasts',
  waits: true,
  ...every<number | 'some events' | 'a retirement elsewhere'>(
    60_000,
    soonMs,
    6 * hourMs,
    'some events',
    'a retirement elsewhere',
  ),
  describe: (what) => (typeof what === 'number' ? `${what / 60_000} minutes after the rotation` : what),
  async decide(world, what) {
    const at = await rotated(world);
    if (typeof what === 'number') await at.account.advance(what);
    else if (what === 'some events') for (let made = 0; made < 5; made += 1) await nextDelivery(world, at);
    else {
      const other = await at.account.webhook({ path: '/other' });
      await other.rotate();
      await nextDelivery(world, at);
      await other.retirePrevious();
    }
    const exchange = await nextDelivery(world, at);
    const { signs } = signatureOf(world, exchange, [at.previous]);
    const isLate = typeof what === 'number' && what > soonMs;
    if (isLate && signs[0] !== true) throw new NotExercised('the previous secret was retired by time');
    expectSignedBy(world, exchange, at.previous, 'the previous secret, which was not retired');
  },
});

export default [signs, lasts];
