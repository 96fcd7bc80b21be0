import { controlAccepted, defineCheck, expectRefusal } from '@gateproof/harness';
import fc from 'fast-check';
import { modalityOf, type Submission, submit } from '../../support/submissions.ts';

const routes: readonly Submission[] = ['chat', 'image', 'transcription'];

/** One check per route: a key with a model set is refused for a model outside it, which another key of the account may use. */
export default routes.map((route) =>
  defineCheck({
    rule: `auth.model.${route}`,
    input: fc.constant(`a ${route} request for a model outside the key's set`),
    cases: 2,
    async decide(world) {
      const account = await world.account();
      const { key, allowed, forbidden } = await account.restrictedKey(modalityOf[route]);
      controlAccepted(await submit(route, key, allowed));
      controlAccepted(await submit(route, account.key, forbidden));
      expectRefusal(world, await submit(route, key, forbidden), 'forbidden');
    },
  }),
);
