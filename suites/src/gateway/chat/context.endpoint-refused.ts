import {
  codeOf,
  controlThat,
  defineCheck,
  describeAnswer,
  expectThat,
  isObject,
  NotExercised,
  script,
  streamOf,
  turn,
} from '@gateproof/harness';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';

export default defineCheck({
  rule: 'chat.context.endpoint-refused',
  ...every('in one reply', 'in a stream'),
  cases: 3,
  async decide(world, how) {
    const account = await world.account();
    const refusing = script(turn({ kind: 'default' }, { kind: 'context-length-refusal' }));
    const model = await account.model({ upstreams: [refusing] });
    const exchange = await account.key.chat({ model: model.id, messages: hello, stream: how === 'in a stream' });
    controlThat(model.upstreams[0]?.calls().length !== 0, 'the endpoint was not asked', 'chat.response.json');
    const { status = 0 } = exchange.response ?? {};
    const late = streamOf(exchange).errorChunks[0]?.json.error;
    if (status < 300 && late === undefined && codeOf(exchange) === undefined)
      throw new NotExercised("the endpoint's refusal was not passed on");
    const code = codeOf(exchange) ?? (isObject(late) ? late.code : undefined);
    // Under 502 the code tells the endpoint's trouble from the gateway's own.
    controlThat(status !== 502 || code !== undefined, 'the error has no code', 'error.envelope.object');
    const isOwnTrouble = code === 'internal_error' || (status >= 500 && code !== 'provider_unavailable');
    expectThat(world, !isOwnTrouble, {
      expected: 'a refusal of the request, or 502 provider_unavailable, because the endpoint refused it with 400',
      observed: describeAnswer(exchange),
      exchanges: [exchange.id],
    });
  },
});
