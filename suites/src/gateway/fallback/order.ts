import { defineCheck, expectEqualJson, expectServed, expectThat, SetupFailed } from '@gateproof/harness';
import fc from 'fast-check';
import { every } from '../../support/every.ts';
import {
  askWithFallbacks,
  callCounts,
  contentOfReply,
  models,
  plainFailures,
  said,
  serving,
} from '../../support/fallbacks.ts';

/** So many models fail before one serves; the rest would serve too. */
const line = fc.record({
  failing: fc.integer({ min: 1, max: 5 }),
  fault: fc.constantFrom(...plainFailures),
  stream: fc.boolean(),
});

const firstPreferred = defineCheck({
  rule: 'fallback.order.first-preferred',
  input: fc.record({ count: fc.integer({ min: 1, max: 5 }), stream: fc.boolean() }),
  cases: 4,
  async decide(world, { count, stream }) {
    const account = await world.account();
    const all = await models(
      account,
      Array.from({ length: count + 1 }, (_, index) => serving(index)),
    );
    const exchange = await askWithFallbacks(account.key, all, { stream });
    expectServed(world, exchange);
    const wanted = all.map((_, index) => (index === 0 ? 1 : 0));
    expectEqualJson(world, wanted, callCounts(all), 'calls per model, the requested one first', {
      exchanges: [exchange.id],
    });
  },
});

const inTurn = defineCheck({
  rule: 'fallback.order.in-turn',
  input: line,
  cases: 6,
  async decide(world, { failing, fault, stream }) {
    const account = await world.account();
    const scripts = Array.from({ length: 6 }, (_, index) => serving(index, index < failing ? fault : undefined));
    const all = await models(account, scripts);
    const exchange = await askWithFallbacks(account.key, all, { stream });
    expectServed(world, exchange);
    const asked = all
      .flatMap(({ upstreams }, index) =>
        upstreams.flatMap((upstream) => upstream.calls().map((call) => ({ index, call }))),
      )
      .sort((one, other) => one.call.startedAtMs - other.call.startedAtMs || one.index - other.index)
      .map(({ index }) => index);
    const order = [...new Set(asked)];
    const wanted = Array.from({ length: failing + 1 }, (_, index) => index);
    expectEqualJson(world, wanted, order, 'the models that were asked, by their place in the list', {
      exchanges: [exchange.id],
    });
  },
});

const stops = defineCheck({
  rule: 'fallback.order.stops',
  input: line,
  cases: 4,
  async decide(world, { failing, fault }) {
    const account = await world.account();
    const scripts = Array.from({ length: 6 }, (_, index) => serving(index, index < failing ? fault : undefined));
    const all = await models(account, scripts);
    const exchange = await askWithFallbacks(account.key, all);
    expectServed(world, exchange);
    const later = callCounts(all).slice(failing + 1);
    expectThat(
      world,
      later.every((count) => count === 0),
      {
        expected: 'no model after the one that served to be asked',
        observed: `calls of the later models: ${later.join(', ')}`,
        exchanges: [exchange.id],
      },
    );
  },
});

const lastReached = defineCheck({
  rule: 'fallback.order.last-reached',
  ...every(...plainFailures),
  cases: 4,
  async decide(world, fault) {
    const account = await world.account();
    const scripts = Array.from({ length: 6 }, (_, index) => serving(index, index < 5 ? fault : undefined));
    const exchange = await askWithFallbacks(account.key, await models(account, scripts));
    expectServed(world, exchange);
    expectThat(world, contentOfReply(exchange) === said(5).join(''), {
      expected: 'the fifth fallback model to answer',
      observed: String(contentOfReply(exchange)),
      exchanges: [exchange.id],
    });
  },
});

const oneAtATime = defineCheck({
  rule: 'fallback.order.one-at-a-time',
  input: fc.integer({ min: 1, max: 3 }),
  cases: 3,
  async decide(world, count) {
    const account = await world.account();
    const held = serving(0, { kind: 'hang' });
    const all = await models(account, [held, ...Array.from({ length: count }, (_, index) => serving(index + 1))]);
    const stop = new AbortController();
    const { key } = account;
    const [first, ...others] = all;
    const pending = key.chat(
      { model: first?.id, models: others.map(({ id }) => id), messages: [{ role: 'user', content: 'hello' }] },
      { signal: stop.signal },
    );
    if ((await first?.upstreams[0]?.call(1)) === undefined) throw new SetupFailed('the requested model was not asked');
    // A request that is served meanwhile marks a moment at which calls made side by side would have been seen.
    const marker = await models(account, [serving(9)]);
    expectServed(world, await askWithFallbacks(account.key, marker));
    const early = callCounts(others);
    stop.abort();
    const exchange = await pending;
    expectThat(
      world,
      early.every((calls) => calls === 0),
      {
        expected: 'no fallback model to be asked while the requested model has not failed',
        observed: `calls of the fallback models: ${early.join(', ')}`,
        exchanges: [exchange.id],
      },
    );
  },
});

export default [firstPreferred, inTurn, stops, lastReached, oneAtATime];
