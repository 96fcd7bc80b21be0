import {
  defineCheck,
  expectAnswer,
  expectServed,
  expectThat,
  isObject,
  jsonOf,
  mediaTypeOf,
  NotExercised,
} from '@gateproof/harness';
import fc from 'fast-check';
import { conversation } from '../../support/chat-bodies.ts';
import { shown } from '../../support/standing-table.ts';
import { hasNull } from '../../support/texts.ts';

export default defineCheck({
  rule: 'chat.response.json',
  input: fc.record({ messages: conversation({ awkward: true }), stream: fc.constantFrom(false, undefined) }),
  cases: 6,
  async decide(world, { messages, stream }) {
    const account = await world.account();
    const model = await account.usableModel();
    const exchange = await account.key.chat({ model: model.id, messages, ...(stream === undefined ? {} : { stream }) });
    const exchanges = [exchange.id];
    const { status } = expectAnswer(world, exchange);
    if (status === 400 && hasNull(messages)) throw new NotExercised('texts with the null character are refused');
    const body = jsonOf(exchange);
    expectThat(world, status === 200, {
      expected: 'a valid chat request to be answered 200',
      observed: `status ${status}`,
      exchanges,
    });
    expectThat(world, body.ok && isObject(body.value), {
      expected: 'one JSON object as the body',
      observed: body.ok ? shown(body.value) : body.why,
      exchanges,
    });
    expectServed(world, exchange);
    const type = mediaTypeOf(exchange);
    expectThat(world, type === 'application/json', {
      expected: 'Content-Type application/json',
      observed: shown(type),
      exchanges,
    });
  },
});
