import { defineCheck } from '@gateproof/harness';
import fc from 'fast-check';
import { every } from '../../support/every.ts';
import { expectUnauthorized } from '../../support/refused-at.ts';

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

const other = defineCheck({
  rule: 'auth.scheme.other',
  input: fc.shuffledSubarray(names, { minLength: names.length }),
  cases: 1,
  async decide(world, order) {
    const account = await world.account();
    const model = await account.servedModel();
    for (const name of order) {
      const header = placements[name](account.key.secret);
      world.conceal(header[1].replace(/^\S+ /, ''));
      await expectUnauthorized(world, account.key.secret, model, [header]);
    }
  },
});

export default [emptyToken, other];
