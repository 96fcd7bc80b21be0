import { defineCheck, expectServed } from '@gateproof/harness';
import fc from 'fast-check';
import { submit } from '../../support/submissions.ts';

/** Sets of one to four models, each of which serves: a key that knows only the first of its set is found out. */
export default defineCheck({
  rule: 'auth.model.allowed',
  input: fc.integer({ min: 1, max: 4 }),
  cases: 4,
  requestsPerCase: 4,
  async decide(world, count) {
    const account = await world.account();
    if (!world.has('models') || count === 1) {
      const { key, allowed } = await account.restrictedKey();
      return void expectServed(world, await submit('chat', key, allowed));
    }
    const models = await Promise.all(Array.from({ length: count }, () => account.model()));
    const key = await account.newKey({ models: models.map(({ id }) => id) });
    for (const model of models) expectServed(world, await submit('chat', key, model));
  },
});
