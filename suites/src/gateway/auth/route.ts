import { controlServed, defineCheck, expectRefusal } from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { bearer, requestTo, routeNames } from '../../support/routes.ts';

/** Without a key, with one that nobody was given, and with one that is only almost right. */
const doors = ['missing', 'unknown', 'empty'] as const;

/** One check per route: whoever has no key is refused there, whatever else the request asks for. */
export default routeNames.map((route) =>
  defineCheck({
    rule: `auth.route.${route}`,
    input: fc.shuffledSubarray([...doors], { minLength: doors.length }),
    cases: 2,
    requestsPerCase: doors.length + 1,
    async decide(world, order) {
      const account = await world.account();
      const model = await account.usableModel();
      controlServed(await account.key.chat({ model: model.id, messages: hello }));
      const headers = { missing: [], unknown: [bearer(world.unique('sk-unknown'))], empty: [bearer('')] };
      for (const door of order) {
        expectRefusal(world, await world.send(requestTo(route, model, headers[door])), 'unauthorized');
      }
    },
  }),
);
