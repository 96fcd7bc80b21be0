import { defineCheck, type Header, inCase } from '@gateproof/harness';
import fc from 'fast-check';
import { every } from '../../support/every.ts';
import { expectUnauthorized } from '../../support/refused-at.ts';
import { expectRefusedEverywhere, modelsOfRoutes } from '../../support/refused-everywhere.ts';

const emptyToken = defineCheck({
  rule: 'auth.scheme.empty-token',
  ...every('Bearer', 'Bearer '),
  async decide(world, value) {
    const account = await world.account();
    await expectUnauthorized(world, account.key.secret, await account.servedModel(), [['Authorization', value]]);
  },
});

/** A valid key where it does not count: under another scheme or without any. */
const placements = {
  basic: (secret: string) => ['Authorization', `Basic ${btoa(`${secret}:`)}`] as const,
  'basic with the bare key': (secret: string) => ['Authorization', `Basic ${secret}`] as const,
  token: (secret: string) => ['Authorization', `Token ${secret}`] as const,
  digest: (secret: string) => ['Authorization', `Digest ${secret}`] as const,
  'basic with the key as password': (secret: string) => ['Authorization', `Basic ${btoa(`key:${secret}`)}`] as const,
  'no blank behind the scheme': (secret: string) => ['Authorization', `Bearer${secret}`] as const,
  'no scheme': (secret: string) => ['Authorization', secret] as const,
};

const names = Object.keys(placements) as (keyof typeof placements)[];

/** Those that a route may read in a way of its own. */
const elsewhere = ['basic with the bare key', 'token', 'no scheme'] as const;

const other = defineCheck<readonly (typeof names)[number][] | 'on every route'>({
  rule: 'auth.scheme.other',
  input: fc.shuffledSubarray(names, { minLength: names.length }),
  examples: [names, 'on every route'],
  cases: 2,
  async decide(world, order) {
    const account = await world.account();
    const headerOf = (name: keyof typeof placements): Header => {
      const header = placements[name](account.key.secret);
      world.conceal(header[1].replace(/^\S+ /, ''));
      return header;
    };
    if (order === 'on every route') {
      const models = await modelsOfRoutes(world, account);
      for (const name of elsewhere)
        await expectRefusedEverywhere(world, { words: name, headers: [headerOf(name)] }, account.key, models);
      return;
    }
    const model = await account.servedModel();
    for (const name of order)
      await inCase(name, () => expectUnauthorized(world, account.key.secret, model, [headerOf(name)]));
  },
});

export default [emptyToken, other];
