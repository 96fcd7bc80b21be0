import { controlServed, defineCheck, expectRefusal, expectServed } from '@gateproof/harness';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';

/** So many words: each is a token at least. */
const words = (count: number) => [
  { role: 'user', content: Array.from({ length: count }, (_, place) => `w${place}`).join(' ') },
];

const refusedStream = defineCheck({
  rule: 'limit.context.refused-stream',
  ...every(400, 2_000),
  cases: 2,
  async decide(world, count) {
    const account = await world.account();
    const model = await account.model({ contextWindow: 200 });
    controlServed(await account.key.chat({ model: model.id, messages: hello, stream: false }));
    expectRefusal(
      world,
      await account.key.chat({ model: model.id, messages: words(count), stream: true }),
      'context_length_exceeded',
    );
  },
});

const ownModel = defineCheck({
  rule: 'limit.context.own-model',
  ...every(false, true),
  cases: 2,
  async decide(world, stream) {
    const account = await world.account();
    const small = await account.model({ contextWindow: 50 });
    const large = await account.model({ contextWindow: 100_000 });
    controlServed(await account.key.chat({ model: small.id, messages: hello }));
    const ask = (id: string) =>
      account.key.chat({ model: id, messages: words(120), ...(stream ? { temperature: 0 } : {}) });
    expectServed(world, await ask(large.id));
    expectRefusal(world, await ask(small.id), 'context_length_exceeded');
  },
});

/** The context window of a model (Errors › context_length_exceeded; Limits). */
export default [refusedStream, ownModel];
