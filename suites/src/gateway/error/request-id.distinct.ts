import { defineCheck, envelopeOf, expectThat, NotExercised } from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { shown } from '../../support/standing-table.ts';

export default defineCheck({
  rule: 'error.request-id.distinct',
  input: fc.constant('two refused requests'),
  cases: 2,
  async decide(world) {
    const account = await world.account();
    const body = { model: world.unique('gateproof/no-such-model'), messages: hello };
    const exchanges = [await account.key.chat(body), await account.key.chat(body)];
    // With which code they are refused is for others to judge.
    const ids = exchanges.map((exchange) => envelopeOf(exchange)?.request_id);
    if (!ids.every((id) => typeof id === 'string')) throw new NotExercised('the requests were not both refused with an error that carries a request_id');
    expectThat(world, ids[0] !== ids[1], {
      expected: 'a request id of its own for each request',
      observed: `${shown(ids[0])} twice`,
      exchanges: exchanges.map(({ id }) => id),
    });
  },
});
