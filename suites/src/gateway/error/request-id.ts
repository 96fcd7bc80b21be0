import { defineCheck, envelopeOf, expectThat, NotExercised } from '@gateproof/harness';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { shown } from '../../support/standing-table.ts';

export default defineCheck({
  rule: 'error.request-id.distinct',
  ...every('chat', 'stream', 'job', 'model'),
  async decide(world, what) {
    const { key } = await world.account();
    const body = { model: world.unique('gateproof/no-such-model'), messages: hello, stream: what === 'stream' };
    const ask = () =>
      what === 'job' ? key.job('job_nobody') : what === 'model' ? key.model(body.model) : key.chat(body);
    const exchanges = [await ask(), await ask()];
    // With which code they are refused is for others to judge.
    const ids = exchanges.map((exchange) => envelopeOf(exchange)?.request_id);
    if (!ids.every((id) => typeof id === 'string'))
      throw new NotExercised('the requests were not both refused with an error that carries a request_id');
    expectThat(world, ids[0] !== ids[1], {
      expected: 'a request id of its own for each request',
      observed: `${shown(ids[0])} twice`,
      exchanges: exchanges.map(({ id }) => id),
    });
  },
});
