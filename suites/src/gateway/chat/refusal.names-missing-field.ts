import { defineCheck } from '@gateproof/harness';
import { chatWithField } from '../../support/chat-with.ts';
import { every } from '../../support/every.ts';
import { expectNaming } from '../../support/expect-naming.ts';

export default defineCheck({
  rule: 'chat.refusal.names-missing-field',
  ...every(
    { field: 'model', stream: false },
    { field: 'messages', stream: false },
    { field: 'model', stream: true },
    { field: 'messages', stream: true },
  ),
  describe: ({ field, stream }) => `${field} left out${stream ? ', in a stream' : ''}`,
  async decide(world, { field, stream }) {
    const exchange = await chatWithField(world, field, undefined, stream);
    expectNaming(world, exchange, field, `chat.body.${field}.missing`);
  },
});
