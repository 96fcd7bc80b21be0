import { defineCheck, expectRefusal } from '@gateproof/harness';
import fc from 'fast-check';
import { chatWithField } from '../../support/chat-with.ts';

export default defineCheck({
  rule: 'chat.refusal.names-missing-field',
  input: fc.constantFrom('model', 'messages'),
  cases: 4,
  async decide(world, field) {
    expectRefusal(world, await chatWithField(world, field, undefined), 'invalid_request', { naming: [field] });
  },
});
