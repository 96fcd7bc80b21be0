import { controlServed, defineCheck, expectRefusal } from '@gateproof/harness';
import fc from 'fast-check';
import { submit } from '../../support/submissions.ts';

/** Ids that a comparison by prefix, by author, by slug or without regard to case takes for the allowed one. */
const lookalikes = {
  'begins with the allowed id': (id: string) => `${id}-mini`,
  'is the beginning of the allowed id': (id: string) => id.slice(0, -1),
  'has the same author': (id: string) => `${id.split('/')[0]}/other-${id.split('/').at(-1)}`,
  'has the same slug': (id: string) => `other-${id}`,
};
const names = Object.keys(lookalikes) as (keyof typeof lookalikes)[];

export default defineCheck({
  rule: 'auth.model.whole-id',
  input: fc.shuffledSubarray(names, { minLength: names.length }),
  cases: 2,
  async decide(world, order) {
    const account = await world.account();
    const allowed = await account.model();
    const key = await account.newKey({ models: [allowed.id] });
    controlServed(await submit('chat', key, allowed));
    for (const name of order) {
      const other = await account.model({ id: lookalikes[name](allowed.id) });
      controlServed(await submit('chat', account.key, other));
      expectRefusal(world, await submit('chat', key, other), 'forbidden');
    }
  },
});
