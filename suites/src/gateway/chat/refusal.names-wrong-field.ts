import { defineCheck, expectRefusal } from '@gateproof/harness';
import { chatWithField } from '../../support/chat-with.ts';
import { every } from '../../support/every.ts';

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
  ...every<readonly [string, unknown]>(...wrong),
  cases: wrong.length * 2,
  async decide(world, [field, value]) {
    expectRefusal(world, await chatWithField(world, field, value), 'invalid_request', { naming: [field] });
  },
});
