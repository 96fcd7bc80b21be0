import { controlAccepted, defineCheck, expectRefusal } from '@gateproof/harness';
import { type Asking, controlRetry, extraOf } from '../../support/askings.ts';
import { every } from '../../support/every.ts';
import { openRestrictions } from '../../support/open-restrictions.ts';
import { modalityOf, submit } from '../../support/submissions.ts';

interface Way extends Asking {
  /** Under a key that has restrictions of other kinds too. */
  readonly amongOthers?: boolean;
}

/** Each kind of request, the streamed one, one with a list, the retry of a job; and one under a key that has other restrictions too. */
const ways: Readonly<Record<'chat' | 'media', readonly Way[]>> = {
  chat: [
    { route: 'chat', stream: false },
    { route: 'chat', stream: true },
    { route: 'chat', withList: true },
    { route: 'chat', stream: true, withList: true },
    { route: 'chat', amongOthers: true },
  ],
  media: [
    { route: 'image' },
    { route: 'transcription' },
    { route: 'image', withList: true },
    { route: 'transcription', withList: true },
    { route: 'image', retrying: true },
  ],
};
const names = Object.keys(ways) as (keyof typeof ways)[];

/** One check per kind of request: what would plainly cross the key's monthly cap is refused; another key of the account is served. */
export default names.map((name) =>
  defineCheck({
    rule: `auth.cap.${name}`,
    ...every(...ways[name]),
    async decide(world, { amongOthers, ...asking }) {
      const account = await world.account();
      const model = await account.model({ modality: modalityOf[asking.route], priceUsd: 1 });
      const others =
        amongOthers === true ? { ...(await openRestrictions(world, account)), models: [model.id] } : undefined;
      const capped = await (others === undefined
        ? account.cappedKey(model)
        : account.newKey({ ...others, monthly_cap_usd: 0.5 }));
      const free = others === undefined ? account.key : await account.newKey(others);
      controlAccepted(await submit(asking.route, free, model));
      const exchange = await submit(asking.route, capped, model, await extraOf(world, account, asking, 1));
      controlRetry(asking, exchange);
      expectRefusal(world, exchange, 'budget_exceeded');
    },
  }),
);
