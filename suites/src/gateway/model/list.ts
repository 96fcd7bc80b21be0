import {
  controlServed,
  defineCheck,
  expectServed,
  expectStatus,
  expectThat,
  isObject,
  mediaTypeOf,
  objectOf,
  type World,
} from '@gateproof/harness';
import fc from 'fast-check';

async function readList(world: World) {
  const account = await world.account();
  const model = await account.usableModel();
  const exchange = await account.key.models();
  const data = objectOf(exchange)?.data;
  const ids = Array.isArray(data) ? data.flatMap((entry) => (isObject(entry) ? [entry.id] : [])) : [];
  return { account, model, exchange, ids };
}

const once = fc.constant('GET /v1/models');

const answered = defineCheck({
  rule: 'model.list.answered',
  input: once,
  cases: 2,
  async decide(world) {
    const { exchange } = await readList(world);
    expectStatus(world, exchange, 200);
    expectThat(world, mediaTypeOf(exchange) === 'application/json', {
      expected: 'Content-Type application/json',
      observed: mediaTypeOf(exchange),
      exchanges: [exchange.id],
    });
    expectServed(world, exchange);
  },
});

const complete = defineCheck({
  rule: 'model.list.complete',
  input: once,
  cases: 2,
  async decide(world) {
    const { exchange, ids, model } = await readList(world);
    controlServed(exchange);
    expectThat(world, ids.includes(model.id), {
      expected: `${model.id}, which the key can use, in the list`,
      observed: `${ids.length} others`,
      exchanges: [exchange.id],
    });
  },
});

const restricted = defineCheck({
  rule: 'model.list.restricted',
  input: once,
  cases: 2,
  async decide(world) {
    const account = await world.account();
    const { key, allowed, forbidden } = await account.restrictedKey();
    const exchange = await key.models();
    controlServed(exchange);
    const data = objectOf(exchange)?.data;
    const ids = Array.isArray(data) ? data.flatMap((entry) => (isObject(entry) ? [entry.id] : [])) : [];
    expectThat(world, !ids.includes(forbidden.id), {
      expected: `a list without ${forbidden.id}, which is outside the key's set`,
      observed: `a list with it${ids.includes(allowed.id) ? '' : ', and without the allowed one'}`,
      exchanges: [exchange.id],
    });
  },
});

export default [answered, complete, restricted];
