import { defineCheck } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { bearer, requestTo } from '../../support/routes.ts';
import { expectNoUpstreamCall } from '../../support/without-effect.ts';

export default defineCheck({
  rule: 'auth.key.refused-without-effect',
  ...every('missing', 'unknown'),
  cases: 2,
  async decide(world, door) {
    const account = await world.account();
    const model = await account.model();
    const headers = door === 'missing' ? [] : [bearer(world.unique('sk-unknown'))];
    const refused = await world.send(requestTo('chat', model, headers));
    await expectNoUpstreamCall(world, { key: account.key, model }, [refused]);
  },
});
