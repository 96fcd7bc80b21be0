import { controlServed, defineCheck, script, turn } from '@gateproof/harness';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { namedModel } from '../../support/fallbacks.ts';
import { expectNamed } from '../../support/named-model.ts';

/** An endpoint that calls the model by a name of its own. */
const namingItself = script(turn({ kind: 'chat', tokens: ['hello'], model: 'internal-7b' }));

export default defineCheck({
  rule: 'chat.model.echoed',
  ...every('its own name', 'another name'),
  cases: 3,
  async decide(world, says) {
    const account = await world.account();
    const model = await (says === 'its own name' || !world.has('models') || !world.has('upstreams')
      ? account.usableModel()
      : account.model({ upstreams: [namingItself] }));
    const exchange = await account.key.chat({ model: model.id, messages: hello });
    controlServed(exchange);
    await expectNamed(world, account.key, { exchange, named: namedModel(exchange), allowed: [model.id] });
  },
});
