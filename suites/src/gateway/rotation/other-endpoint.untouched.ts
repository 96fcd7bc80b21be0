import { defineCheck, expectThat, SetupFailed } from '@gateproof/harness';
import fc from 'fast-check';
import { finishedJob } from '../../support/finished-jobs.ts';
import { freshSecret } from '../../support/fresh-secret.ts';
import { expectSignedBy, signatureOf } from '../../support/signatures.ts';
import { deliveryFor } from '../../support/webhooks.ts';

export default defineCheck({
  rule: 'rotation.other-endpoint.untouched',
  input: fc.constant('two endpoints'),
  cases: 1,
  requestsPerCase: 30,
  async decide(world) {
    const account = await world.account();
    const rotating = await account.webhook({ path: '/rotating' });
    const other = await account.webhook({ path: '/other' });
    await finishedJob(world, account, 'succeeded');
    await freshSecret(rotating);
    const { id } = await finishedJob(world, account, 'succeeded');
    const exchange = await deliveryFor(world, other, id);
    if (exchange === undefined)
      throw new SetupFailed('nothing arrived at the other endpoint', {
        prerequisite: 'webhook.recipient.every-endpoint',
      });
    expectSignedBy(world, exchange, other.secrets()[0], "the other endpoint's secret");
    const { count } = signatureOf(world, exchange, []);
    expectThat(world, count === 1, {
      expected: 'one v1 at the endpoint that was not rotated',
      observed: `${count}`,
      exchanges: [exchange.id],
    });
  },
});
