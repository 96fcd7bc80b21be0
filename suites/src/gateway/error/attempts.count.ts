import { defineCheck, envelopeOf, expectThat, NotExercised } from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { saying } from '../../support/streams.ts';

export default defineCheck({
  rule: 'error.attempts.count',
  input: fc.integer({ min: 1, max: 4 }),
  cases: 4,
  async decide(world, endpoints) {
    const account = await world.account();
    const failing = saying(['never'], { kind: 'status', status: 500 });
    const model = await account.model({ upstreams: Array.from({ length: endpoints }, () => failing) });
    const exchange = await account.key.chat({ model: model.id, messages: hello });
    const attempts = envelopeOf(exchange)?.attempts;
    if (!Array.isArray(attempts)) throw new NotExercised('the error names no attempts');
    const tried = model.upstreams.filter((upstream) => upstream.calls().length > 0).length;
    expectThat(world, attempts.length >= tried, {
      expected: `at least ${tried} attempts, one for each endpoint that was tried`,
      observed: `${attempts.length}`,
      exchanges: [exchange.id],
    });
  },
});
