import { defineCheck, type Model } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { mediaRoutes } from '../../support/media-jobs.ts';
import { expectServedTo } from '../../support/served-to.ts';
import { modalityOf, submit } from '../../support/submissions.ts';

/** Sets of one and of several models, each of which serves, alone, streamed and as a fallback of another; and sets of media models. */
export default defineCheck({
  rule: 'auth.model.allowed',
  ...every<number | 'media'>(1, 3, 'media'),
  cases: 4,
  async decide(world, count) {
    const account = await world.account();
    if (!world.has('models') || count === 1) {
      const { key, allowed } = await account.restrictedKey();
      return expectServedTo(world, key, account.key, (by) => submit('chat', by, allowed));
    }
    if (count === 'media') {
      for (const route of mediaRoutes) {
        const { key, allowed } = await account.restrictedKey(modalityOf[route]);
        await expectServedTo(world, key, account.key, (by) => submit(route, by, allowed));
      }
      return;
    }
    const models = await Promise.all(Array.from({ length: Number(count) }, () => account.model()));
    const key = await account.newKey({ models: models.map(({ id }) => id) });
    const expectChat = (model: Model, extra: object = {}) =>
      expectServedTo(world, key, account.key, (by) => submit('chat', by, model, extra));
    for (const model of models) await expectChat(model);
    const [first, ...others] = models;
    if (first === undefined) return;
    await expectChat(first, { stream: true });
    await expectChat(first, { models: others.map(({ id }) => id) });
  },
});
