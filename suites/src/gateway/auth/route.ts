import { controlServed, defineCheck, expectRefusal, NotArranged } from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { bearer, type RouteName, requestTo, routeNames } from '../../support/routes.ts';
import { modalityOf } from '../../support/submissions.ts';

/** Without a key, with one that nobody was given, and with one that is only almost right. */
const doors = ['missing', 'unknown', 'empty'] as const;

/** The model of a request that is valid but for its key. */
function modalityAt(route: RouteName): 'text' | 'image' | 'audio_stt' {
  return route === 'image' || route === 'transcription' ? modalityOf[route] : 'text';
}

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
      // Who asks without a key is refused whatever the model, so that a target without media models is judged as well.
      const asked = await account.usableModel(modalityAt(route)).catch((thrown: unknown) => {
        if (thrown instanceof NotArranged) return model;
        throw thrown;
      });
      controlServed(await account.key.chat({ model: model.id, messages: hello }));
      const headers = { missing: [], unknown: [bearer(world.unique('sk-unknown'))], empty: [bearer('')] };
      for (const door of order) {
        expectRefusal(world, await world.send(requestTo(route, asked, headers[door])), 'unauthorized');
      }
    },
  }),
);
