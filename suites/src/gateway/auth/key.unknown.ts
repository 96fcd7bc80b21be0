import { caution, defineCheck, describeAnswer, expectRefusal } from '@gateproof/harness';
import fc from 'fast-check';
import { chatUnder, expectUnauthorized } from '../../support/refused-at.ts';
import { bearer } from '../../support/routes.ts';

/** Keys that nobody was ever given, in the shapes that a careless look-up lets through. */
const unknownKeys = fc.oneof(
  fc.constantFrom(
    'sk-unknown',
    'null',
    'undefined',
    'test',
    '0',
    'true',
    '*',
    "' or '1'='1",
    '../admin',
    '__proto__',
    'constructor',
  ),
  fc.stringMatching(/^sk-[a-z0-9]{32}$/),
);

/** A key that was issued, with a word behind it. */
const wordBehind = '{key} more';

export default defineCheck({
  rule: 'auth.key.unknown',
  input: fc.record({ secret: unknownKeys, stream: fc.boolean() }),
  examples: [
    { secret: 'sk-unknown', stream: false },
    { secret: 'sk-unknown', stream: true },
    { secret: wordBehind, stream: false },
  ],
  cases: 11,
  async decide(world, { secret, stream }) {
    const account = await world.account();
    const model = await account.usableModel();
    if (secret === wordBehind) {
      const known = account.key.secret;
      const exchange = await chatUnder(world, known, model, [bearer(wordBehind.replace('{key}', () => known))]);
      // It may be taken for a header of no known form (freedom F042).
      if (exchange.response?.status === 400) {
        const expected = 'a refusal with 401 unauthorized';
        return caution(world, { expected, observed: describeAnswer(exchange), exchanges: [exchange.id] });
      }
      return void expectRefusal(world, exchange, 'unauthorized');
    }
    await expectUnauthorized(world, account.key.secret, model, [bearer(secret)], stream ? { stream } : {});
  },
});
