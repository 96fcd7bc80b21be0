import { defineCheck, type Exchange, envelopeOf, expectThat, type Header, NotExercised } from '@gateproof/harness';
import { serviceNames } from '@gateproof/spec';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { shown } from '../../support/standing-table.ts';

export default defineCheck({
  rule: 'error.request-id.distinct',
  ...every('chat', 'stream', 'job', 'model', 'a submission', 'a cancel', 'a read without a key'),
  async decide(world, what) {
    const { key } = await world.account();
    const body = { model: world.unique('gateproof/no-such-model'), messages: hello };
    const asks: Readonly<Record<typeof what, (headers: readonly Header[]) => Promise<Exchange>>> = {
      chat: (headers) => key.chat(body, { headers }),
      stream: (headers) => key.chat({ ...body, stream: true }, { headers }),
      job: (headers) => key.job('job_nobody', { headers }),
      model: (headers) => key.model(body.model, { headers }),
      'a submission': (headers) => key.image({ model: body.model }, { headers }),
      'a cancel': (headers) => key.cancel('job_nobody', { headers }),
      'a read without a key': (headers) => world.send({ path: '/v1/models', headers }),
    };
    const ask = asks[what];
    // The second names an id of its own. Whether that is taken is open; what the answer says of it in two places is for standing rules.
    const named: Header = [serviceNames(world.prefix).requestIdHeader, world.unique('named-by-the-caller')];
    const exchanges = [await ask([]), await ask([named])];
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
