import { controlAccepted, defineCheck, expectRefusal } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { modalityOf, type Submission, submit } from '../../support/submissions.ts';

const routes: readonly Submission[] = ['chat', 'image', 'transcription'];

/** One check per route: a key with a model set is refused for a model outside it, which another key of the account may use. */
export default routes.map((route) =>
  defineCheck({
    rule: `auth.model.${route}`,
    ...every(...(route === 'chat' ? [{}, { stream: true }] : [{}])),
    cases: 2,
    async decide(world, extra) {
      const account = await world.account();
      const { key, allowed, forbidden } = await account.restrictedKey(modalityOf[route]);
      controlAccepted(await submit(route, key, allowed));
      controlAccepted(await submit(route, account.key, forbidden));
      expectRefusal(world, await submit(route, key, forbidden, extra), 'forbidden');
    },
  }),
);
