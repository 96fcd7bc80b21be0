import { caution, controlStream, defineCheck, expectThat, NotExercised, script, turn } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { isFilledString } from '../../support/json.ts';
import { askStream } from '../../support/streams.ts';

/** An endpoint that calls the model by a name of its own. */
const namingItself = script(turn({ kind: 'chat', tokens: ['hello'], model: 'internal-7b' }));

export default defineCheck({
  rule: 'stream.model.echoed',
  ...every('its own name', 'another name'),
  cases: 2,
  async decide(world, says) {
    const account = await world.account();
    const model = await (says === 'its own name' || !world.has('models') || !world.has('upstreams')
      ? account.usableModel()
      : account.model({ upstreams: [namingItself] }));
    const exchange = await askStream(account, model);
    const named = controlStream(exchange).chunks.flatMap(({ json }) =>
      isFilledString(json.model) ? [json.model] : [],
    );
    if (named.length === 0) throw new NotExercised('no chunk names a model');
    const other = named.find((id) => id !== model.id);
    const finding = { expected: `chunks that name ${model.id}`, observed: String(other), exchanges: [exchange.id] };
    if (other?.startsWith(model.id)) return caution(world, finding);
    expectThat(world, other === undefined, finding);
  },
});
