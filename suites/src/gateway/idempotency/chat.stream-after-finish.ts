import {
  controlStream,
  defineCheck,
  expectEqualJson,
  expectStream,
  expectThat,
  NotArranged,
  NotExercised,
  type StreamReading,
} from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { chatUnder, expectAgain } from '../../support/idempotent-chat.ts';
import { kindsOfReply, offeredFor, replyingSo } from '../../support/kinds-of-reply.ts';
import { controlKeysWork } from '../../support/working-keys.ts';

/** What a stream said; how it was cut into chunks is free (freedom F038), and so is a reason that only the other stream gives (freedom F130). */
function saidIn({ content, toolCalls, finishReason }: StreamReading, other: StreamReading): object {
  return { content, toolCalls, ...(other.finishReason === undefined ? {} : { finishReason }) };
}

/** Replies of several kinds, each as it came the first time. */
export default defineCheck({
  rule: 'idempotency.chat.stream-after-finish',
  ...every(...kindsOfReply),
  async decide(world, kind) {
    const account = await world.account();
    const scripted = world.has('upstreams');
    if (!scripted && kind !== 'words') throw new NotArranged('what an endpoint says can not be arranged');
    const model = scripted ? await account.model({ upstreams: [replyingSo(kind)] }) : await account.usableModel();
    // A target that says the same each time shows by content alone no replay.
    if (!scripted) await controlKeysWork(world, account.key, model);
    const key = world.unique('key');
    const ask = () => chatUnder(account.key, model, key, { stream: true, ...offeredFor(kind) });
    const first = await ask();
    if (kind !== 'words' && first.response?.status !== 200) throw new NotExercised('such a reply is not passed on');
    const said = controlStream(first);
    for (let count = 0; count < 2; count += 1) {
      const exchange = await ask();
      if (expectAgain(world, exchange) === 'conflict') continue;
      const exchanges = [first.id, exchange.id];
      const replayed = expectStream(world, exchange);
      const wanted = saidIn(said, replayed);
      expectEqualJson(world, wanted, saidIn(replayed, said), 'what the replayed stream says', { exchanges });
      expectThat(world, replayed.doneCount === 1, {
        expected: 'the same stream to its end, [DONE]',
        observed: `${replayed.doneCount} times [DONE]`,
        exchanges,
      });
    }
  },
});
