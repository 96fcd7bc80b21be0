import {
  type Account,
  besideControl,
  controlServed,
  defineCheck,
  expectEqualJson,
  expectServed,
  expectThat,
  type Fault,
  NotExercised,
  SetupFailed,
  type World,
} from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { askChain, type ChainKind, type FallbackChain, placesAsked } from '../../support/fallback-chains.ts';
import {
  askWithFallbacks,
  broken,
  callCounts,
  controlReplaced,
  expectAnsweredBy,
  models,
  plainFailures,
  serving,
} from '../../support/fallbacks.ts';

const kinds: readonly ChainKind[] = ['chat', 'stream', 'image', 'transcription'];
const status500: Fault = { kind: 'status', status: 500 };

/** The longest chain of each kind for sure, and any shorter one. */
const chains = {
  input: fc.record({
    kind: fc.constantFrom(...kinds),
    count: fc.constant(6),
    failing: fc.integer({ min: 1, max: 5 }),
    fault: fc.constantFrom(...plainFailures),
  }),
  examples: kinds.map((kind): FallbackChain => ({ kind, count: 6, failing: 5, fault: status500 })),
};

/** A chain that serves at once, or the prices of models of which the first is asked again and again. */
type Preferred = FallbackChain | readonly number[];

const firstPreferred = defineCheck({
  rule: 'fallback.order.first-preferred',
  ...every<Preferred>(
    ...kinds.map((kind): FallbackChain => ({ kind, count: 3, failing: 0, fault: status500 })),
    { kind: 'chat', count: 6, failing: 0, fault: status500 },
    [3, 2, 1],
    [1, 2, 3],
  ),
  describe: (row) =>
    'kind' in row
      ? `${row.kind}, ${row.count} models`
      : `models that cost ${row.join(', ')} USD, asked again and again`,
  async decide(world, row) {
    const account = await world.account();
    const times = 'kind' in row ? 1 : 3;
    const { all, exchanges } = 'kind' in row ? await askedOnce(world, account, row) : await askedAgain(account, row);
    const wanted = all.map((_, index) => (index === 0 ? times : 0));
    expectEqualJson(world, wanted, callCounts(all), 'calls per model, the requested one first', {
      exchanges: exchanges.map(({ id }) => id),
    });
  },
});

async function askedOnce(world: World, account: Account, chain: FallbackChain) {
  const asked = await askChain(world, account, chain);
  asked.controlServed();
  return { all: asked.all, exchanges: [asked.exchange] };
}

/** The requested model is to answer each time, be it the dearest or the cheapest of the list. */
async function askedAgain(account: Account, prices: readonly number[]) {
  const all = await Promise.all(
    prices.map((priceUsd, index) => account.model({ upstreams: [serving(index)], priceUsd: priceUsd / 1000 })),
  );
  const exchanges = [];
  for (let count = 0; count < 3; count += 1) exchanges.push(await askWithFallbacks(account.key, all));
  for (const exchange of exchanges) controlServed(exchange);
  return { all, exchanges };
}

const inTurn = defineCheck({
  rule: 'fallback.order.in-turn',
  ...chains,
  cases: 8,
  async decide(world, chain) {
    const asked = await askChain(world, await world.account(), chain);
    const places = placesAsked(asked.all);
    // Without a single fallback model there is no order; how many of them are asked is for other rules.
    if (places.length < 2) {
      asked.controlServed();
      throw new NotExercised('no fallback model was asked');
    }
    const order = places.slice(0, chain.failing + 1);
    const wanted = order.map((_, index) => index);
    expectEqualJson(world, wanted, order, 'the models that were asked, by their place in the list', {
      exchanges: [asked.exchange.id],
    });
  },
});

/** Whoever asks a further model once one has served may do so behind the answer. */
const behindTheAnswerMs = 100;

const stops = defineCheck({
  rule: 'fallback.order.stops',
  input: chains.input,
  examples: kinds.map((kind): FallbackChain => ({ kind, count: 6, failing: 2, fault: status500 })),
  cases: 6,
  async decide(world, chain) {
    const { all, exchange, ...asked } = await askChain(world, await world.account(), chain);
    asked.controlServed();
    await world.pause(behindTheAnswerMs);
    const later = callCounts(all).slice(chain.failing + 1);
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
  ...every(
    ...plainFailures.map((fault, place) => ({ fault, stream: place % 2 === 1, endpoints: 1 })),
    { fault: status500, stream: false, endpoints: 3 },
    { fault: status500, stream: true, endpoints: 2 },
  ),
  async decide(world, { fault, stream, endpoints }) {
    const account = await world.account();
    const scripts = Array.from({ length: 6 }, (_, index) => serving(index, index < 5 ? fault : undefined));
    // Whether its other endpoints are asked or not, a model that can't serve is followed by the next one of the list.
    const upstreams = Array.from({ length: endpoints }, () => serving(0, fault));
    const [first, ...others] = [await account.model({ upstreams }), ...(await models(account, scripts.slice(1)))];
    const exchange = await askWithFallbacks(account.key, [first, ...others], { stream });
    await besideControl(
      () => expectServed(world, exchange),
      () => controlReplaced(account, fault, stream),
    );
    expectAnsweredBy(world, exchange, 5, 6);
  },
});

const oneAtATime = defineCheck({
  rule: 'fallback.order.one-at-a-time',
  ...every({ held: 0, count: 1 }, { held: 1, count: 2 }, { held: 2, count: 1 }),
  async decide(world, { held, count }) {
    const account = await world.account();
    const before = Array.from({ length: held }, () => broken);
    const after = Array.from({ length: count }, (_, index) => serving(index + 1));
    const all = await models(account, [...before, serving(0, { kind: 'hang' }), ...after]);
    const stop = new AbortController();
    const { key } = account;
    const [first, ...fallbacks] = all.map(({ id }) => id);
    const others = all.slice(held + 1);
    const pending = key.chat({ model: first, models: fallbacks, messages: hello }, { signal: stop.signal });
    if ((await all[held]?.upstreams[0]?.call(1)) === undefined)
      throw new SetupFailed('the model that holds its answer was not asked', {
        prerequisite: 'fallback.order.in-turn',
      });
    // A request that is served meanwhile marks a moment at which calls made side by side would have been seen.
    const marker = await models(account, [serving(9)]);
    controlServed(await askWithFallbacks(account.key, marker));
    const early = callCounts(others);
    stop.abort();
    const exchange = await pending;
    expectThat(
      world,
      early.every((calls) => calls === 0),
      {
        expected: 'no fallback model to be asked while the one before it has not failed',
        observed: `calls of the fallback models: ${early.join(', ')}`,
        exchanges: [exchange.id],
      },
    );
  },
});

export default [firstPreferred, inTurn, stops, lastReached, oneAtATime];
