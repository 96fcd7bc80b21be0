import { controlAccepted, defineCheck, expectRefusal, NotArranged } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { modalityOf, type Submission, submit } from '../../support/submissions.ts';

const routes: readonly Submission[] = ['chat', 'image', 'transcription'];

/** How the forbidden model is asked for; with a list, no entry of which is in the key's set either. */
interface Asking {
  readonly stream?: boolean;
  readonly withList?: boolean;
}

/** One check per route: a key with a model set is refused for a model outside it, which another key of the account may use. */
export default routes.map((route) =>
  defineCheck({
    rule: `auth.model.${route}`,
    ...every<Asking>({}, ...(route === 'chat' ? [{ stream: true }] : []), { withList: true }),
    cases: 3,
    async decide(world, { withList, ...extra }) {
      if (withList === true && !world.has('models')) throw new NotArranged('no third model can be made');
      const account = await world.account();
      const { key, allowed, forbidden } = await account.restrictedKey(modalityOf[route]);
      controlAccepted(await submit(route, key, allowed));
      controlAccepted(await submit(route, account.key, forbidden));
      const models = withList === true ? { models: [(await account.model({ modality: modalityOf[route] })).id] } : {};
      expectRefusal(world, await submit(route, key, forbidden, { ...extra, ...models }), 'forbidden');
    },
  }),
);
