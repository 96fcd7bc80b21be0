import { controlServed, defineCheck, expectThat, NotExercised } from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { anything, broken } from '../../support/fallbacks.ts';
import { settledUsage } from '../../support/settled-usage.ts';

/** Sums of prices in binary fractions are compared with a thousandth of a cent to spare. */
const tolerance = 1e-5;

export default defineCheck({
  rule: 'chat.served.charged-once',
  input: fc.record({
    priceUsd: fc.constantFrom(0.25, 1, 3),
    requests: fc.integer({ min: 1, max: 3 }),
    stream: fc.boolean(),
    after: fc.constant<'nothing' | 'an endpoint' | 'a model'>('nothing'),
  }),
  // What failed on the way costs nothing, and what served in its place costs its price.
  examples: [
    { priceUsd: 1, requests: 1, stream: false, after: 'an endpoint' },
    { priceUsd: 1, requests: 1, stream: true, after: 'a model' },
    { priceUsd: 1, requests: 1, stream: false, after: 'a model' },
  ],
  cases: 7,
  async decide(world, { priceUsd, requests, stream, after }) {
    const account = await world.account();
    const upstreams = after === 'an endpoint' ? { upstreams: [broken, anything] } : {};
    const served = await account.model({ priceUsd, ...upstreams });
    const model = after === 'a model' ? await account.model({ priceUsd, upstreams: [broken] }) : served;
    const list = after === 'a model' ? { models: [served.id] } : {};
    const sent = [];
    for (let count = 0; count < requests; count += 1) {
      const exchange = await account.key.chat({ model: model.id, ...list, messages: hello, stream });
      // Whether another endpoint is asked is the gateway's choice (freedom F128).
      if (after === 'an endpoint' && exchange.response?.status !== 200)
        throw new NotExercised('no other endpoint was asked');
      controlServed(exchange, after === 'a model' ? 'fallback.cause.server-error' : undefined);
      sent.push(exchange.id);
    }
    const wantedUsd = requests * priceUsd;
    const usage = await settledUsage(
      world,
      account,
      (seen) => seen.generations.length >= requests && seen.charged_usd > wantedUsd - tolerance,
    );
    expectThat(world, usage.generations.length === requests, {
      expected: `${requests} generations recorded for ${requests} served requests`,
      observed: `${usage.generations.length} generations`,
      exchanges: sent,
    });
    expectThat(world, Math.abs(usage.charged_usd - wantedUsd) < tolerance, {
      expected: `${wantedUsd} USD charged`,
      observed: `${usage.charged_usd} USD`,
      exchanges: sent,
    });
  },
});
