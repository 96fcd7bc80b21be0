import {
  caution,
  controlServed,
  defineCheck,
  describeAnswer,
  expectAnyRefusal,
  NotArranged,
  streamOf,
} from '@gateproof/harness';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { streamWords } from '../../support/field-words.ts';

export default defineCheck({
  rule: 'chat.feature.unsupported',
  ...every(false, true),
  describe: streamWords,
  async decide(world, stream) {
    const feature = world.fragments.unsupported_feature;
    if (feature === undefined) throw new NotArranged('the target names no fragment unsupported_feature');
    const account = await world.account();
    const model = await account.usableModel();
    controlServed(await account.key.chat({ model: model.id, messages: hello }));
    const exchange = await account.key.chat({ model: model.id, messages: hello, stream, ...feature });
    // Some gateways ignore what they do not offer (freedom F063); a target that names the feature gets it.
    if (exchange.response?.status === 200 && streamOf(exchange).errorChunks.length === 0) {
      const expected = 'a refusal with 400 unsupported_capability';
      return caution(world, { expected, observed: describeAnswer(exchange), exchanges: [exchange.id] });
    }
    expectAnyRefusal(world, exchange, ['unsupported_capability', 'invalid_request']);
  },
});
