import { controlAccepted, defineCheck, expectStatus } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { bearer, type RouteName, requestTo } from '../../support/routes.ts';

/** The status alone: what a refusal says is for other rules. */
export default defineCheck({
  rule: 'auth.key.required',
  ...every<readonly [RouteName, 'missing' | 'unknown']>(
    ['chat', 'missing'],
    ['model-list', 'unknown'],
    ['chat', 'unknown'],
    ['model-list', 'missing'],
  ),
  async decide(world, [route, key]) {
    const account = await world.account();
    const model = await account.usableModel();
    controlAccepted(await world.send(requestTo(route, model, [bearer(account.key.secret)])));
    const headers = key === 'missing' ? [] : [bearer(world.unique('sk-unknown'))];
    expectStatus(world, await world.send(requestTo(route, model, headers)), 401);
  },
});
