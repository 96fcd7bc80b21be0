import {
  codeOf,
  controlServed,
  defineCheck,
  type Exchange,
  expectAnswer,
  expectAnyRefusal,
  expectRefusal,
  expectServed,
  expectThat,
  type World,
} from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { askWithFallbacks, broken, contentOfReply, models, said, serving } from '../../support/fallbacks.ts';

/** Served by a listed model, or refused with one of the codes. */
function expectServedOr(world: World, exchange: Exchange, what: string, codes: readonly string[]): void {
  const { status } = expectAnswer(world, exchange);
  const refused = codes.includes(codeOf(exchange) ?? '');
  expectThat(world, status === 200 || (status < 500 && refused), {
    expected: `${what} to be served by a listed model, or refused as ${codes.join(' or ')}`,
    observed: `status ${status} ${codeOf(exchange) ?? ''}`,
    exchanges: [exchange.id],
  });
}

const empty = defineCheck({
  rule: 'fallback.list.empty',
  input: fc.constant([]),
  cases: 1,
  async decide(world, list) {
    const account = await world.account();
    const model = await account.usableModel();
    controlServed(await account.key.chat({ model: model.id, messages: hello }));
    const exchange = await account.key.chat({ model: model.id, models: list, messages: hello });
    expectServedOr(world, exchange, 'an empty list', ['invalid_request']);
  },
});

const duplicates = defineCheck({
  rule: 'fallback.list.duplicates',
  ...every(false, true),
  cases: 3,
  async decide(world, firstFails) {
    const account = await world.account();
    const [first, second] = await models(account, [firstFails ? broken : serving(0), serving(1)]);
    const exchange = await account.key.chat({ model: first?.id, models: [second?.id, second?.id], messages: hello });
    expectServedOr(world, exchange, 'a list that names a model twice', ['invalid_request', 'unsupported_capability']);
  },
});

const requestedModel = defineCheck({
  rule: 'fallback.list.requested-model',
  ...every(false, true),
  cases: 3,
  async decide(world, firstFails) {
    const account = await world.account();
    const [first, second] = await models(account, [firstFails ? broken : serving(0), serving(1)]);
    const exchange = await account.key.chat({ model: first?.id, models: [first?.id, second?.id], messages: hello });
    expectServedOr(world, exchange, 'a list that repeats the requested model', ['invalid_request']);
  },
});

const unknownEntry = defineCheck({
  rule: 'fallback.list.unknown-entry',
  ...every(false, true),
  cases: 4,
  async decide(world, firstFails) {
    const account = await world.account();
    const [first, second] = await models(account, [firstFails ? broken : serving(0), serving(1)]);
    const list = [world.unique('gateproof/no-such-model'), second?.id];
    const exchange = await account.key.chat({ model: first?.id, models: list, messages: hello });
    expectServedOr(world, exchange, 'a list with an unknown entry', ['no_endpoint_available', 'invalid_request']);
  },
});

const allUnknown = defineCheck({
  rule: 'fallback.list.all-unknown',
  input: fc.integer({ min: 1, max: 5 }),
  cases: 4,
  async decide(world, count) {
    const account = await world.account();
    const usable = await account.usableModel();
    controlServed(await account.key.chat({ model: usable.id, messages: hello }));
    const list = Array.from({ length: count }, () => world.unique('gateproof/no-such-model'));
    const model = world.unique('gateproof/no-such-model');
    expectRefusal(world, await account.key.chat({ model, models: list, messages: hello }), 'no_endpoint_available');
  },
});

const unknownFirst = defineCheck({
  rule: 'fallback.list.unknown-first',
  ...every(false, true),
  cases: 3,
  async decide(world, stream) {
    const account = await world.account();
    const fallback = await account.usableModel();
    const model = world.unique('gateproof/no-such-model');
    const exchange = await account.key.chat({ model, models: [fallback.id], messages: hello, stream });
    expectServedOr(world, exchange, 'an unknown model with a usable fallback model', ['no_endpoint_available']);
  },
});

const forbiddenEntry = defineCheck({
  rule: 'fallback.list.forbidden-entry',
  ...every('first serves', 'first fails'),
  cases: 4,
  async decide(world, how) {
    const account = await world.account();
    const all = await models(account, [how === 'first fails' ? broken : serving(0), serving(1), serving(2)]);
    const [first, forbidden, allowed] = all;
    const key = await account.newKey({ models: [first?.id ?? '', allowed?.id ?? ''] });
    const exchange = await askWithFallbacks(key, all);
    expectAnswer(world, exchange, [429, 503]);
    expectThat(world, forbidden?.upstreams[0]?.calls().length === 0, {
      expected: "a fallback model outside the key's set never to be asked",
      observed: 'it was asked',
      exchanges: [exchange.id],
    });
    if (exchange.response?.status !== 200)
      return void expectAnyRefusal(world, exchange, ['forbidden', 'provider_unavailable']);
    expectServed(world, exchange);
    const wanted = how === 'first fails' ? said(2).join('') : said(0).join('');
    expectThat(world, contentOfReply(exchange) === wanted, {
      expected: 'an allowed model to answer',
      observed: String(contentOfReply(exchange)),
      exchanges: [exchange.id],
    });
  },
});

export default [empty, duplicates, requestedModel, unknownEntry, allUnknown, unknownFirst, forbiddenEntry];
