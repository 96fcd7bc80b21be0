import { defineCheck } from '@gateproof/harness';
import fc from 'fast-check';
import { expectNotSignedBy, expectSignedBy } from '../../support/signatures.ts';
import { firstAttempt, listen } from '../../support/webhooks.ts';

export default defineCheck({
  rule: 'auth.delivery.signing-secret',
  input: fc.constant('one delivery'),
  cases: 2,
  async decide(world) {
    const listening = await listen(world);
    const { delivery } = await firstAttempt(world, listening);
    expectSignedBy(world, delivery.exchange, listening.webhook.secrets()[0], "the endpoint's secret");
    expectNotSignedBy(world, delivery.exchange, listening.account.key.secret, 'an API key of the account');
  },
});
