import { defineCheck } from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { inFields } from '../../support/field-words.ts';
import { controlRefusedAs, expectNoUpstreamCall } from '../../support/without-effect.ts';

/** Bodies that are refused, and the rules that say so. */
const defects: readonly { readonly body: object; readonly rule: string }[] = [
  { body: { messages: 'text' }, rule: 'chat.body.messages.type' },
  { body: { max_tokens: {} }, rule: 'chat.body.max-tokens.type' },
  { body: { stream: 7 }, rule: 'chat.body.stream.type' },
  { body: { models: ['a/1', 'a/2', 'a/3', 'a/4', 'a/5', 'a/6'] }, rule: 'fallback.limit.refused-chat' },
  { body: { tools: 'x' }, rule: 'chat.body.tools.type' },
  { body: { stream: true, messages: 'text' }, rule: 'chat.body.messages.type' },
  { body: { stream: true, temperature: [] }, rule: 'chat.body.temperature.type' },
];

export default defineCheck({
  rule: 'chat.refusal.without-effect',
  input: fc.shuffledSubarray([...defects], { minLength: 2 }),
  describe: (chosen) => chosen.map(({ body }) => inFields(body)).join('; '),
  examples: [[...defects]],
  cases: 2,
  async decide(world, chosen) {
    const account = await world.account();
    const model = await account.model();
    const refused = [];
    const sent = world.claims('fallback') ? chosen : chosen.filter(({ body }) => !('models' in body));
    // Known ones: a gateway may refuse an unknown one before it counts (freedom F124).
    const others = await Promise.all(Array.from({ length: 6 }, () => account.model()));
    const models = others.map(({ id }) => id);
    for (const { body, rule } of sent) {
      const fields = 'models' in body ? { models } : body;
      const exchange = await account.key.chat({ model: model.id, messages: hello, ...fields });
      controlRefusedAs(exchange, { status: 400, rule });
      refused.push(exchange);
    }
    await expectNoUpstreamCall(world, { key: account.key, model }, refused);
  },
});
