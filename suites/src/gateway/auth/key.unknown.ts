import { defineCheck } from '@gateproof/harness';
import fc from 'fast-check';
import { expectUnauthorized } from '../../support/refused-at.ts';
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

export default defineCheck({
  rule: 'auth.key.unknown',
  input: fc.record({ secret: unknownKeys, stream: fc.boolean() }),
  examples: [
    { secret: 'sk-unknown', stream: false },
    { secret: 'sk-unknown', stream: true },
  ],
  cases: 10,
  async decide(world, { secret, stream }) {
    const account = await world.account();
    const model = await account.servedModel();
    await expectUnauthorized(world, account.key.secret, model, [bearer(secret)], stream ? { stream } : {});
  },
});
