import { defineCheck, expectThat, requestHeaderOf } from '@gateproof/harness';
import { serviceNames } from '@gateproof/spec';
import fc from 'fast-check';
import { firstAttempt, listen } from '../../support/webhooks.ts';

export default defineCheck({
  rule: 'version.signature.label',
  input: fc.constant('one delivery'),
  cases: 1,
  async decide(world) {
    const { delivery } = await firstAttempt(world, await listen(world));
    const header = requestHeaderOf(delivery.exchange, serviceNames(world.prefix).signatureHeader) ?? '';
    expectThat(world, /(^|,)\s*v1=/.test(header), {
      expected: 'a signature labelled v1',
      observed: header === '' ? 'no signature' : `the signature ${header}`,
      exchanges: [delivery.exchange.id],
    });
  },
});
