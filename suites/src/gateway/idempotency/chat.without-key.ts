import { controlServed, defineCheck, describeAnswer, expectThat } from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { isConflict } from '../../support/idempotent-chat.ts';
import { controlKeysWork } from '../../support/working-keys.ts';

/** Equal requests are served one after the other, each by a call of the endpoint. */
function eachOnItsOwn(rule: string, why: string, isKeyed: boolean) {
  return defineCheck({
    rule,
    input: fc.record({ count: fc.integer({ min: 2, max: 4 }), stream: fc.boolean() }),
    examples: [false, true].map((stream) => ({ count: 2, stream })),
    cases: 3,
    async decide(world, { count, stream }) {
      const account = await world.account();
      const model = await account.model();
      const ids = [];
      for (let done = 0; done < count; done += 1) {
        const options = isKeyed ? { idempotencyKey: world.unique('key') } : {};
        const exchange = await account.key.chat({ model: model.id, messages: hello, stream }, options);
        expectThat(world, !isConflict(exchange), {
          expected: `a request to be served like an equal one before it, ${why}`,
          observed: describeAnswer(exchange),
          exchanges: [...ids, exchange.id],
        });
        controlServed(exchange);
        ids.push(exchange.id);
      }
      const calls = model.upstreams.flatMap((upstream) => upstream.calls()).length;
      expectThat(world, calls === count, {
        expected: `calls of the endpoint: ${count}, ${why}`,
        observed: `calls of the endpoint: ${calls}`,
        exchanges: ids,
      });
      if (isKeyed) await controlKeysWork(world, account.key, model);
    },
  });
}

/** Nothing but a key ties requests together. */
export default [
  eachOnItsOwn('idempotency.chat.without-key', 'because no key ties the requests together', false),
  eachOnItsOwn('idempotency.chat.other-key', 'because the keys differ', true),
];
