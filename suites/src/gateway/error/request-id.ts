import { defineCheck, type Exchange, envelopeOf, expectThat, NotExercised } from '@gateproof/harness';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { shown } from '../../support/standing-table.ts';

export default defineCheck({
  rule: 'error.request-id.distinct',
  ...every('chat', 'stream', 'job', 'model', 'a submission', 'a cancel', 'a read without a key'),
  async decide(world, what) {
    const { key } = await world.account();
    const body = { model: world.unique('gateproof/no-such-model'), messages: hello };
    const asks: Readonly<Record<typeof what, () => Promise<Exchange>>> = {
      chat: () => key.chat(body),
      stream: () => key.chat({ ...body, stream: true }),
      job: () => key.job('job_nobody'),
      model: () => key.model(body.model),
      'a submission': () => key.image({ model: body.model }),
      'a cancel': () => key.cancel('job_nobody'),
      'a read without a key': () => world.send({ path: '/v1/models' }),
    };
    const ask = asks[what];
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
