import { controlAccepted, defineCheck, expectRefusal } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { modalityOf, type Submission, submit } from '../../support/submissions.ts';

/** Each kind of request, and the streamed one. */
const ways = {
  chat: [
    { route: 'chat', stream: false },
    { route: 'chat', stream: true },
  ],
  media: [{ route: 'image' }, { route: 'transcription' }],
} as const satisfies Record<string, readonly { readonly route: Submission; readonly stream?: boolean }[]>;
const names = Object.keys(ways) as (keyof typeof ways)[];

/** One check per kind of request: what would plainly cross the key's monthly cap is refused; another key of the account pays. */
export default names.map((name) =>
  defineCheck({
    rule: `auth.cap.${name}`,
    ...every(...ways[name]),
    cases: 3,
    async decide(world, { route, ...extra }) {
      const account = await world.account();
      const model = await account.model({ modality: modalityOf[route], priceUsd: 1 });
      const capped = await account.cappedKey(model);
      controlAccepted(await submit(route, account.key, model));
      expectRefusal(world, await submit(route, capped, model, extra), 'budget_exceeded');
    },
  }),
);
