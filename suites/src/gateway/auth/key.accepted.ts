import { controlRefused, controlServed, defineCheck, expectAnswer, expectThat } from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { bearer, requestTo, routeNames } from '../../support/routes.ts';

const routes = routeNames.filter((route) => route !== 'image' && route !== 'transcription');

export default defineCheck({
  rule: 'auth.key.accepted',
  input: fc.shuffledSubarray(routes, { minLength: routes.length }),
  cases: 3,
  requestsPerCase: routes.length + 2,
  async decide(world, order) {
    const account = await world.account();
    const model = await account.usableModel();
    controlServed(await account.key.chat({ model: model.id, messages: hello }));
    controlRefused(await world.send(requestTo('model-list', model, [bearer('sk-unknown')])), 'auth.key.unknown');
    for (const route of order) {
      const exchange = await world.send(requestTo(route, model, [bearer(account.key.secret)]));
      const { status } = expectAnswer(world, exchange);
      expectThat(world, status !== 401, {
        expected: `a request to ${exchange.request.url} with a valid key to be let in`,
        observed: 'status 401',
        exchanges: [exchange.id],
      });
    }
  },
});
