import { defineCheck, expectThat, SetupFailed } from '@gateproof/harness';
import fc from 'fast-check';
import { finishedJob } from '../../support/finished-jobs.ts';
import { freshSecret } from '../../support/fresh-secret.ts';
import { controlSignedBy, expectSignedBy, signatureOf } from '../../support/signatures.ts';
import { deliveryFor, firstAttempt } from '../../support/webhooks.ts';

export default defineCheck({
  rule: 'rotation.other-endpoint.untouched',
  input: fc.constant('two endpoints'),
  cases: 1,
  async decide(world) {
    const account = await world.account();
    const rotating = await account.webhook({ path: '/rotating' });
    const other = await account.webhook({ path: '/other' });
    const { delivery: before } = await firstAttempt(world, { account, webhook: other });
    const countBefore = signatureOf(world, before.exchange, []).count;
    controlSignedBy(world, before.exchange, other.secrets());
    await freshSecret(rotating);
    const { id } = await finishedJob(world, account, 'succeeded');
    const exchange = await deliveryFor(world, other, id);
    if (exchange === undefined)
      throw new SetupFailed('nothing arrived at the other endpoint', {
        prerequisite: 'webhook.recipient.every-endpoint',
      });
    expectSignedBy(world, exchange, other.secrets()[0], "the other endpoint's secret");
    const { count } = signatureOf(world, exchange, []);
    expectThat(world, count === countBefore, {
      expected: `v1 entries at the endpoint that was not rotated: ${countBefore}, as before`,
      observed: `v1 entries: ${count}`,
      exchanges: [before.exchange.id, exchange.id],
    });
  },
});
