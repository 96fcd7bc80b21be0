import { controlServed, defineCheck, expectRefusal } from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';

/** Ids that no model has: unlike any, and like the one of a model that serves. */
const unknowns = {
  none: (_id: string, unique: string) => `gateproof/${unique}`,
  'another author': (_id: string, unique: string) => `openai/${unique}`,
  'the same author': (id: string, unique: string) => `${id.split('/')[0]}/${unique}`,
  'the same slug': (id: string, unique: string) => `${unique}/${id.split('/').at(-1)}`,
  'longer by a word': (id: string, unique: string) => `${id}-${unique}`,
};
const names = Object.keys(unknowns) as (keyof typeof unknowns)[];

export default defineCheck({
  rule: 'chat.model.unknown',
  input: fc.record({ like: fc.constantFrom(...names), stream: fc.boolean() }),
  examples: names.map((like, place) => ({ like, stream: place % 2 === 1 })),
  cases: names.length,
  async decide(world, { like, stream }) {
    const account = await world.account();
    const model = await account.usableModel();
    controlServed(await account.key.chat({ model: model.id, messages: hello }));
    const unknown = unknowns[like](model.id, world.unique('no-such-model'));
    expectRefusal(world, await account.key.chat({ model: unknown, messages: hello, stream }), 'no_endpoint_available');
  },
});
