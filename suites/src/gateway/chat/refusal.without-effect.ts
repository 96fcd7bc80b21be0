import { defineCheck } from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { expectNoUpstreamCall } from '../../support/without-effect.ts';

const defects = [
  { messages: 'text' },
  { max_tokens: {} },
  { stream: 7 },
  { models: ['a/1', 'a/2', 'a/3', 'a/4', 'a/5', 'a/6'] },
  { tools: 'x' },
  { stream: true, messages: 'text' },
  { stream: true, temperature: [] },
];

export default defineCheck({
  rule: 'chat.refusal.without-effect',
  input: fc.shuffledSubarray(defects, { minLength: 2 }),
  examples: [defects],
  cases: 2,
  requestsPerCase: defects.length + 1,
  async decide(world, chosen) {
    const account = await world.account();
    const model = await account.model();
    const refused = [];
    const sent = world.claims('fallback') ? chosen : chosen.filter((defect) => !('models' in defect));
    for (const defect of sent) refused.push(await account.key.chat({ model: model.id, messages: hello, ...defect }));
    await expectNoUpstreamCall(world, { key: account.key, model }, refused);
  },
});
