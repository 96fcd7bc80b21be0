import { defineCheck, expectRefusal } from '@gateproof/harness';
import fc from 'fast-check';
import { chatWithField } from '../../support/chat-with.ts';

const wrong = [
  ['messages', 7],
  ['models', {}],
  ['stream', []],
  ['max_tokens', {}],
  ['max_completion_tokens', []],
  ['temperature', {}],
  ['tools', 7],
  ['response_format', 7],
  ['provider', 7],
] as const;

export default defineCheck({
  rule: 'chat.refusal.names-wrong-field',
  input: fc.constantFrom(...wrong),
  cases: wrong.length * 2,
  async decide(world, [field, value]) {
    expectRefusal(world, await chatWithField(world, field, value), 'invalid_request', { naming: [field] });
  },
});
