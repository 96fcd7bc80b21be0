import { controlServed, defineCheck, expectRefusal } from '@gateproof/harness';
import fc from 'fast-check';
import { chatUnder } from '../../support/idempotent-chat.ts';
import { expectNoUpstreamCall } from '../../support/without-effect.ts';

/** Ways for a body to be another one. */
const differences = fc.constantFrom<object>(
  { messages: [{ role: 'user', content: 'something else' }] },
  { messages: [{ role: 'user', content: 'hello ' }] },
  { temperature: 0.5 },
  { max_tokens: 7 },
  { stream: true },
);

const differentChat = defineCheck({
  rule: 'idempotency.body.different-chat',
  input: differences,
  cases: 6,
  async decide(world, difference) {
    const account = await world.account();
    const model = await account.usableModel();
    const key = world.unique('key');
    controlServed(await chatUnder(account.key, model, key));
    expectRefusal(world, await chatUnder(account.key, model, key, difference), 'idempotency_conflict');
  },
});

const withoutEffect = defineCheck({
  rule: 'idempotency.body.different-without-effect',
  input: differences,
  cases: 3,
  async decide(world, difference) {
    const account = await world.account();
    const model = await account.model();
    const other = await account.model();
    const key = world.unique('key');
    controlServed(await chatUnder(account.key, other, key));
    const refused = await chatUnder(account.key, model, key, difference);
    await expectNoUpstreamCall(world, { key: account.key, model }, [refused]);
  },
});

export default [differentChat, withoutEffect];
