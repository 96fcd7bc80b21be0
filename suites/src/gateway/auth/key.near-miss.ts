import { defineCheck } from '@gateproof/harness';
import fc from 'fast-check';
import { expectUnauthorized } from '../../support/refused-at.ts';
import { bearer } from '../../support/routes.ts';

/** Ways to be one character away from a valid key. A look-up by prefix, without regard to case or by length alone lets one of them in. */
const nearMisses = {
  'last character left out': (secret: string) => secret.slice(0, -1),
  'one character added': (secret: string) => `${secret}x`,
  'first character left out': (secret: string) => secret.slice(1),
  'one character put in front': (secret: string) => `x${secret}`,
  'last character changed': (secret: string) => secret.slice(0, -1) + another(secret.at(-1)),
  'first character changed': (secret: string) => another(secret.at(0)) + secret.slice(1),
  'a character within changed': (secret: string) => {
    const middle = Math.floor(secret.length / 2);
    return secret.slice(0, middle) + another(secret.at(middle)) + secret.slice(middle + 1);
  },
  'letter case of the last letter changed': (secret: string) =>
    secret.replace(/[a-zA-Z](?=[^a-zA-Z]*$)/, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    ),
};

function another(character: string | undefined): string {
  return character === 'a' ? 'b' : 'a';
}

const names = Object.keys(nearMisses) as (keyof typeof nearMisses)[];

export default defineCheck({
  rule: 'auth.key.near-miss',
  input: fc.shuffledSubarray(names, { minLength: names.length }),
  cases: 2,
  async decide(world, ways) {
    const account = await world.account();
    const model = await account.servedModel();
    for (const way of ways) {
      const secret = nearMisses[way](account.key.secret);
      if (secret === account.key.secret) continue;
      await expectUnauthorized(world, account.key.secret, model, [bearer(secret)]);
    }
  },
});
