import { caution, controlStream, defineCheck, expectThat, NotExercised } from '@gateproof/harness';
import fc from 'fast-check';
import { askStream } from '../../support/streams.ts';

export default defineCheck({
  rule: 'stream.model.echoed',
  input: fc.constant('no fallback list'),
  cases: 2,
  async decide(world) {
    const account = await world.account();
    const model = await account.usableModel();
    const exchange = await askStream(account, model);
    const named = controlStream(exchange).chunks.flatMap(({ json }) =>
      typeof json.model === 'string' ? [json.model] : [],
    );
    if (named.length === 0) throw new NotExercised('no chunk names a model');
    const other = named.find((id) => id !== model.id);
    const finding = { expected: `chunks that name ${model.id}`, observed: String(other), exchanges: [exchange.id] };
    if (other?.startsWith(model.id)) return caution(world, finding);
    expectThat(world, other === undefined, finding);
  },
});
