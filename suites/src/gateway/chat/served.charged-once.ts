import { controlServed, defineCheck, expectThat } from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { settledUsage } from '../../support/settled-usage.ts';

/** Sums of prices in binary fractions are compared with a thousandth of a cent to spare. */
const tolerance = 1e-5;

export default defineCheck({
  rule: 'chat.served.charged-once',
  input: fc.record({
    priceUsd: fc.constantFrom(0.25, 1, 3),
    requests: fc.integer({ min: 1, max: 3 }),
    stream: fc.boolean(),
  }),
  cases: 4,
  async decide(world, { priceUsd, requests, stream }) {
    const account = await world.account();
    const model = await account.model({ priceUsd });
    const sent = [];
    for (let count = 0; count < requests; count += 1) {
      const exchange = await account.key.chat({ model: model.id, messages: hello, stream });
      controlServed(exchange);
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
