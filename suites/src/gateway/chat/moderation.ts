import { defineCheck, expectAnyRefusal, script, turn } from '@gateproof/harness';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { streamWords } from '../../support/field-words.ts';

export default defineCheck({
  rule: 'chat.moderation.refused',
  ...every(false, true),
  cases: 3,
  describe: streamWords,
  async decide(world, stream) {
    const account = await world.account();
    const refusing = script(turn({ kind: 'default' }, { kind: 'moderation-refusal' }));
    const model = await account.model({ upstreams: [refusing] });
    const exchange = await account.key.chat({ model: model.id, messages: hello, stream });
    // An endpoint's refusal may be reported as one of the endpoint's own (freedom F055).
    expectAnyRefusal(world, exchange, ['moderation_refused', 'invalid_request', 'provider_unavailable']);
  },
});
