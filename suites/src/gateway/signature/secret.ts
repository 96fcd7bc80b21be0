import { defineCheck, expectThat } from '@gateproof/harness';
import fc from 'fast-check';
import { finishedJob } from '../../support/finished-jobs.ts';
import { expectNotSignedBy, expectSignedBy } from '../../support/signatures.ts';
import { deliveryFor } from '../../support/webhooks.ts';

const shown = defineCheck({
  rule: 'signature.secret.shown',
  input: fc.constant('one endpoint'),
  cases: 1,
  async decide(world) {
    const account = await world.account();
    const webhook = await account.webhook();
    const [secret = ''] = webhook.secrets();
    expectThat(world, secret.length >= 8, {
      expected: 'a signing secret of some length',
      observed: `${secret.length} characters`,
    });
    await account.key.models();
  },
});

const perEndpoint = defineCheck({
  rule: 'signature.secret.per-endpoint',
  input: fc.constant('two endpoints'),
  cases: 1,
  async decide(world) {
    const account = await world.account();
    const one = await account.webhook({ path: '/one' });
    const other = await account.webhook({ path: '/other' });
    expectThat(world, one.secrets()[0] !== other.secrets()[0], {
      expected: 'two secrets for two endpoints',
      observed: 'one for both',
    });
    await account.key.models();
  },
});

const ownEndpoint = defineCheck({
  rule: 'signature.secret.own-endpoint',
  input: fc.constant('two endpoints'),
  cases: 2,
  requestsPerCase: 20,
  async decide(world) {
    const account = await world.account();
    const webhooks = [await account.webhook({ path: '/one' }), await account.webhook({ path: '/other' })];
    const { id } = await finishedJob(world, account, 'succeeded');
    for (const webhook of webhooks) {
      const exchange = await deliveryFor(world, webhook, id);
      if (exchange === undefined) continue;
      expectSignedBy(world, exchange, webhook.secrets()[0], "the endpoint's own secret");
      for (const other of webhooks) {
        if (other !== webhook) expectNotSignedBy(world, exchange, other.secrets()[0], "the other endpoint's secret");
      }
    }
  },
});

/** Signing secrets (Events; Authentication, 7). */
export default [shown, perEndpoint, ownEndpoint];
