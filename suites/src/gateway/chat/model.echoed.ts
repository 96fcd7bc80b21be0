import { caution, controlServed, defineCheck, expectThat, isObject, jsonOf, NotExercised } from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { shown } from '../../support/standing-table.ts';

export default defineCheck({
  rule: 'chat.model.echoed',
  input: fc.constant('no fallback list'),
  cases: 3,
  async decide(world) {
    const account = await world.account();
    const model = await account.usableModel();
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
