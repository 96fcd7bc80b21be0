import {
  controlServed,
  defineCheck,
  envelopeOf,
  expectRefusal,
  expectServed,
  expectThat,
  NotExercised,
  type World,
} from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';

const windowMs = 60_000;
const allowed = fc.integer({ min: 1, max: 5 });

/** An account that has used up its rate, and the request that was served until then. */
async function usedUp(world: World, requests: number, stream = false) {
  const account = await world.account();
  const model = await account.usableModel();
  await account.setRateLimit({ requests, windowMs });
  const body = { model: model.id, messages: hello, stream };
  for (let count = 0; count < requests; count += 1) controlServed(await account.key.chat(body));
  return { account, model, body };
}

function refused(rule: string, stream: boolean) {
  return defineCheck({
    rule,
    input: allowed,
    cases: 4,
    async decide(world, requests) {
      const { account, body } = await usedUp(world, requests, stream);
      expectRefusal(world, await account.key.chat(body), 'rate_limited');
    },
  });
}

const within = defineCheck({
  rule: 'limit.rate.within',
  input: allowed,
  cases: 4,
  async decide(world, requests) {
    const account = await world.account();
    const model = await account.usableModel();
    await account.setRateLimit({ requests, windowMs });
    for (let count = 0; count < requests; count += 1) {
      const exchange = await account.key.chat({ model: model.id, messages: hello });
      expectThat(world, exchange.response?.status !== 429, {
        expected: `request ${count + 1} of ${requests} within the limit to be let in`,
        observed: 'status 429',
        exchanges: [exchange.id],
      });
    }
  },
});

const recovers = defineCheck({
  rule: 'limit.rate.recovers',
  input: allowed,
  cases: 3,
  async decide(world, requests) {
    const { account, body } = await usedUp(world, requests);
    const limited = await account.key.chat(body);
    if (limited.response?.status !== 429) throw new NotExercised('the limit was not reached');
    const told = envelopeOf(limited)?.retry_after_ms;
    await account.advance(typeof told === 'number' ? told + 1_000 : windowMs + 1_000);
    expectServed(world, await account.key.chat(body));
  },
});

const otherAccount = defineCheck({
  rule: 'limit.rate.other-account',
  input: allowed,
  cases: 2,
  async decide(world, requests) {
    const { account, body } = await usedUp(world, requests);
    if ((await account.key.chat(body)).response?.status !== 429) throw new NotExercised('the limit was not reached');
    const other = await world.account();
    const model = await other.usableModel();
    expectServed(world, await other.key.chat({ model: model.id, messages: hello }));
  },
});

const rateType = defineCheck({
  rule: 'error.type.rate-limited',
  input: allowed,
  cases: 2,
  async decide(world, requests) {
    const { account, body } = await usedUp(world, requests);
    const exchange = await account.key.chat(body);
    const { type } = expectRefusal(world, exchange, 'rate_limited');
    expectThat(world, type === 'rate_limit_error', {
      expected: 'type rate_limit_error with code rate_limited',
      observed: String(type),
      exchanges: [exchange.id],
    });
  },
});

export default [
  refused('limit.rate.refused-chat', false),
  refused('limit.rate.refused-stream', true),
  within,
  recovers,
  otherAccount,
  rateType,
];
