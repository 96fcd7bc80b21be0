import { controlServed, defineCheck, expectRefusal, expectServed, expectThat } from '@gateproof/harness';
import fc from 'fast-check';

const unknown = defineCheck({
  rule: 'model.get.unknown',
  input: fc.constantFrom('gateproof/no-such-model', 'same author', 'longer', 'shorter'),
  cases: 6,
  async decide(world, how) {
    const account = await world.account();
    const { id } = await account.usableModel();
    controlServed(await account.key.model(id));
    const ids: Readonly<Record<string, string>> = {
      'same author': `${id.split('/')[0]}/${world.unique('no-such-model')}`,
      longer: `${id}-x`,
      shorter: id.slice(0, -1),
    };
    expectRefusal(
      world,
      await account.key.model(ids[how] ?? world.unique('gateproof/no-such-model')),
      'model_not_found',
    );
  },
});

const idEchoed = defineCheck({
  rule: 'model.get.id-echoed',
  input: fc.constant('a model of the list'),
  cases: 2,
  async decide(world) {
    const account = await world.account();
    const { id } = await account.usableModel();
    const exchange = await account.key.model(id);
    const model = expectServed(world, exchange);
    expectThat(world, model.id === id, {
      expected: `the model ${id}`,
      observed: String(model.id),
      exchanges: [exchange.id],
    });
  },
});

const rawSlash = defineCheck({
  rule: 'model.get.raw-slash',
  input: fc.constant('a raw slash'),
  cases: 1,
  async decide(world) {
    const account = await world.account();
    const { id } = await account.usableModel();
    expectServed(world, await account.key.send({ path: `/v1/models/${id}` }));
  },
});

export default [unknown, idEchoed, rawSlash];
