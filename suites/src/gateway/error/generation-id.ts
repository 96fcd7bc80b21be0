import {
  defineCheck,
  type Exchange,
  envelopeOf,
  expectThat,
  isObject,
  NotExercised,
  streamOf,
} from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { shown } from '../../support/standing-table.ts';
import { saying } from '../../support/streams.ts';

export default defineCheck({
  rule: 'error.generation-id.distinct',
  ...every('chat', 'stream', 'a stream that breaks off'),
  async decide(world, how) {
    const account = await world.account();
    const breaksOff = { kind: 'cut-after', afterTokens: 2 } as const;
    const failing = how === 'a stream that breaks off' ? breaksOff : ({ kind: 'status', status: 500 } as const);
    const { id: model } = await account.model({ upstreams: [saying(['a ', 'b ', 'c '], failing)] });
    const ask = (content: string) =>
      account.key.chat({ model, messages: [{ role: 'user', content }], stream: how !== 'chat' });
    const exchanges = [await ask('Hello.'), await ask('Hello again.')];
    const [first, second] = exchanges.map(generationOf);
    // Where no generation existed yet, none is named (freedom F050).
    if (typeof first !== 'string' || typeof second !== 'string')
      throw new NotExercised('the errors of two failed conversations do not both name a generation');
    expectThat(world, first !== second, {
      expected: 'a generation_id of its own in the error of each conversation',
      observed: `${shown(first)} twice`,
      exchanges: exchanges.map(({ id }) => id),
    });
  },
});

function generationOf(exchange: Exchange): unknown {
  const inStream = streamOf(exchange).errorChunks[0]?.json.error;
  return envelopeOf(exchange)?.generation_id ?? (isObject(inStream) ? inStream.generation_id : undefined);
}
