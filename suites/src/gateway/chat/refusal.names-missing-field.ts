import { defineCheck, expectRefusal } from '@gateproof/harness';
import { chatWithField } from '../../support/chat-with.ts';
import { every } from '../../support/every.ts';

export default defineCheck({
  rule: 'chat.refusal.names-missing-field',
  ...every<readonly [string, boolean]>(['model', false], ['messages', false], ['model', true], ['messages', true]),
  cases: 4,
  async decide(world, [field, stream]) {
    expectRefusal(world, await chatWithField(world, field, undefined, stream), 'invalid_request', { naming: [field] });
  },
});
