import {
  controlServed,
  controlThat,
  defineCheck,
  type Exchange,
  expectEqualJson,
  isObject,
  NotExercised,
  objectOf,
} from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { chatUnder, expectAgain, identityOf } from '../../support/idempotent-chat.ts';
import { kindsOfReply, offeredFor, replyingSo } from '../../support/kinds-of-reply.ts';

/** The model that answered and the tokens; what else the usage holds is the gateway's own. */
function toldOf(exchange: Exchange): object {
  const { model, usage } = objectOf(exchange) ?? {};
  const { prompt_tokens, completion_tokens, total_tokens } = isObject(usage) ? usage : {};
  return { model, prompt_tokens, completion_tokens, total_tokens };
}

/** Replies of several kinds, each as it came the first time. */
export default defineCheck({
  rule: 'idempotency.chat.first-result',
  ...every(...kindsOfReply),
  async decide(world, kind) {
    const account = await world.account();
    const model = await account.model({ upstreams: [replyingSo(kind)] });
    const key = world.unique('key');
    const ask = () => chatUnder(account.key, model, key, offeredFor(kind));
    const first = await ask();
    if (kind === 'words') controlServed(first);
    else if (first.response?.status !== 200) throw new NotExercised('such a reply is not passed on');
    for (let count = 0; count < 2; count += 1) {
      const exchange = await ask();
      if (expectAgain(world, exchange) === 'conflict') continue;
      const exchanges = [first.id, exchange.id];
      controlThat(
        model.upstreams[0]?.calls().length === 1,
        'the request that came again was run again, so that nothing was replayed',
        'idempotency.chat.one-generation',
      );
      expectEqualJson(world, identityOf(first), identityOf(exchange), 'the replayed completion', { exchanges });
      expectEqualJson(world, toldOf(first), toldOf(exchange), 'the replayed completion', { exchanges });
    }
  },
});
