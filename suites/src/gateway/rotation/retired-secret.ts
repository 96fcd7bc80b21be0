import { controlThat, defineCheck, expectThat } from '@gateproof/harness';
import fc from 'fast-check';
import { every } from '../../support/every.ts';
import { type EndState, endStates } from '../../support/finished-jobs.ts';
import { nextDelivery, rotated, waitingRetry } from '../../support/rotations.ts';
import { expectNotSignedBy, signatureOf } from '../../support/signatures.ts';

const absent = defineCheck({
  rule: 'rotation.retired-secret.absent',
  ...every<EndState | 'a further rotation'>(...endStates, 'a further rotation'),
  async decide(world, how) {
    const at = await rotated(world);
    await at.webhook.retirePrevious();
    if (how === 'a further rotation') await at.webhook.rotate();
    const exchange = await nextDelivery(world, at, how === 'a further rotation' ? 'succeeded' : how);
    expectNotSignedBy(world, exchange, at.previous, 'the retired secret');
  },
});

/** The retry was queued while the previous secret still signed: alone, or beside the new one. */
const absentOnRetry = defineCheck({
  rule: 'rotation.retired-secret.absent-on-retry',
  ...every<readonly [string, EndState]>(
    ['queued before the rotation', 'succeeded'],
    ['queued during the overlap', 'failed'],
    ['retried during the overlap', 'canceled'],
  ),
  async decide(world, [how, state]) {
    const waiting = await waitingRetry(world, { rotatesFirst: how === 'queued during the overlap', state });
    const [newest, before] = waiting.webhook.secrets();
    const previous = before ?? newest;
    if (before === undefined) await waiting.webhook.rotate();
    if (how === 'retried during the overlap') await waiting.account.advance(120_000);
    await waiting.webhook.retirePrevious();
    const exchange = await waiting.retryDespite('a retirement');
    expectNotSignedBy(world, exchange, previous, 'the retired secret');
  },
});

const oneSignature = defineCheck({
  rule: 'rotation.retired-secret.one-signature',
  input: fc.constant('retired'),
  cases: 1,
  async decide(world) {
    const at = await rotated(world);
    await at.webhook.retirePrevious();
    const exchange = await nextDelivery(world, at);
    const { count, signs } = signatureOf(world, exchange, [at.fresh]);
    controlThat(signs[0] === true, 'no v1 of the new secret', 'rotation.new-secret.signs');
    expectThat(world, count === 1, {
      expected: 'one v1 after the retirement',
      observed: `${count} v1 entries`,
      exchanges: [exchange.id],
    });
  },
});

export default [absent, absentOnRetry, oneSignature];
