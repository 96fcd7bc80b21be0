import { defineCheck, expectRefusal } from '@gateproof/harness';
import { chatWithField } from '../../support/chat-with.ts';
import { every } from '../../support/every.ts';

export default defineCheck({
  rule: 'chat.refusal.names-missing-field',
  ...every('model', 'messages'),
  cases: 4,
  async decide(world, field) {
    expectRefusal(world, await chatWithField(world, field, undefined), 'invalid_request', { naming: [field] });
  },
});
