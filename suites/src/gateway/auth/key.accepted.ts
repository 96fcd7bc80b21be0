import { controlRefused, controlServed, defineCheck, expectAnswer, expectThat } from '@gateproof/harness';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { modelsOfRoutes } from '../../support/refused-everywhere.ts';
import { bearer, requestTo, routeNames } from '../../support/routes.ts';

/** The account's first key, and one that was made later, on every route. */
export default defineCheck({
  rule: 'auth.key.accepted',
  ...every('first', 'second'),
  cases: 2,
  requestsPerCase: routeNames.length + 2,
  async decide(world, which) {
    const account = await world.account();
    const models = await modelsOfRoutes(world, account);
    const model = await account.usableModel();
    controlServed(await account.key.chat({ model: model.id, messages: hello }));
    controlRefused(await world.send(requestTo('model-list', model, [bearer('sk-unknown')])), 'auth.key.unknown');
    const key = which === 'second' && world.has('keys') ? await account.newKey() : account.key;
    for (const [route, asked] of models) {
      const exchange = await world.send(requestTo(route, asked, [bearer(key.secret)]));
      const { status } = expectAnswer(world, exchange);
      expectThat(world, status !== 401, {
        expected: `a request to ${exchange.request.url} with a valid key to be let in`,
        observed: 'status 401',
        exchanges: [exchange.id],
      });
    }
  },
});
