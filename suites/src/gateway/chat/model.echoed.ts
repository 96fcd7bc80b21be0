import {
  caution,
  controlServed,
  defineCheck,
  expectThat,
  isObject,
  jsonOf,
  NotExercised,
  script,
  turn,
} from '@gateproof/harness';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { shown } from '../../support/standing-table.ts';

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
    const body = jsonOf(exchange);
    const named = body.ok && isObject(body.value) ? body.value.model : undefined;
    if (typeof named !== 'string') throw new NotExercised('the reply names no model');
    const finding = {
      expected: `the reply to name the requested model ${model.id}`,
      observed: shown(named),
      exchanges: [exchange.id],
    };
    // A dated alias of the same model still tells who answered.
    if (named !== model.id && named.startsWith(model.id)) return caution(world, finding);
    expectThat(world, named === model.id, finding);
  },
});
