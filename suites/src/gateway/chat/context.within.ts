import { codeOf, controlRefused, controlServed, defineCheck, describeAnswer, expectThat } from '@gateproof/harness';
import { every } from '../../support/every.ts';

export default defineCheck({
  rule: 'chat.context.within',
  ...every(1_000, 8_000),
  cases: 3,
  describe: (window) => `a window of ${window} tokens`,
  async decide(world, window) {
    const account = await world.account();
    const model = await account.model({ contextWindow: window });
    // A token is at least one byte, so a fifth of the window in bytes is well within it by any count.
    const content = 'word '.repeat(Math.floor(window / 25));
    const exchange = await account.key.chat({ model: model.id, messages: [{ role: 'user', content }] });
    expectThat(world, codeOf(exchange) !== 'context_length_exceeded', {
      expected: `${content.length} bytes to be taken by a model with a window of ${window} tokens`,
      observed: describeAnswer(exchange),
      exchanges: [exchange.id],
    });
    controlServed(exchange);
    // Where no window is looked at, everything is within it.
    const beyond = [{ role: 'user', content: 'word '.repeat(2 * window) }];
    controlRefused(await account.key.chat({ model: model.id, messages: beyond }), 'chat.context.too-long');
  },
});
