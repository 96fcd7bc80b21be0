import { defineCheck, expectAnyRefusal, script, turn } from '@gateproof/harness';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';

export default defineCheck({
  rule: 'chat.context.endpoint-refused',
  ...every(false, true),
  cases: 3,
  async decide(world, stream) {
    const account = await world.account();
    const refusing = script(turn({ kind: 'default' }, { kind: 'context-length-refusal' }));
    const model = await account.model({ upstreams: [refusing] });
    const exchange = await account.key.chat({ model: model.id, messages: hello, stream });
    expectAnyRefusal(world, exchange, [
      'context_length_exceeded',
      'invalid_request',
      'unsupported_capability',
      'provider_unavailable',
    ]);
  },
});
