import { controlServed, defineCheck, expectAnswer, expectThat } from '@gateproof/harness';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { codeOf } from '../../support/json.ts';

const codes = ['invalid_request', 'unsupported_capability', 'no_endpoint_available'];

export default defineCheck({
  rule: 'chat.model.wrong-modality',
  ...every('image' as const, 'audio_stt' as const),
  cases: 3,
  async decide(world, modality) {
    const account = await world.account();
    const text = await account.usableModel();
    controlServed(await account.key.chat({ model: text.id, messages: hello }));
    const model = await account.model({ modality });
    const exchange = await account.key.chat({ model: model.id, messages: hello });
    const { status } = expectAnswer(world, exchange);
    expectThat(world, status >= 400 && codes.includes(codeOf(exchange) ?? ''), {
      expected: `a chat request for a model of modality ${modality} to be refused as ${codes.join(' or ')}`,
      observed: `status ${status} ${codeOf(exchange) ?? ''}`,
      exchanges: [exchange.id],
    });
  },
});
