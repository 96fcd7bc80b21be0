import { defineCheck, envelopeOf, expectRefusal, expectServed, expectThat, NotExercised } from '@gateproof/harness';
import { hello } from '../../support/chat-bodies.ts';
import { allowed, usedUp, windowMs } from '../../support/rate-limits.ts';

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

export default [
  refused('limit.rate.refused-chat', false),
  refused('limit.rate.refused-stream', true),
  within,
  recovers,
  otherAccount,
];
