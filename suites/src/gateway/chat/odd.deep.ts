import { controlServed, defineCheck } from '@gateproof/harness';
import { hello } from '../../support/chat-bodies.ts';
import { deepList } from '../../support/deep-list.ts';
import { every } from '../../support/every.ts';
import { badOrUnavailable, expectServedOrRefused } from '../../support/expect-no-server-error.ts';

/** Bodies as text, in which the word stands for what nests deep. */
const places: Readonly<Record<string, (model: string) => object>> = {
  'a key of its own': (model) => ({ model, messages: hello, x_deep: 'DEEP' }),
  messages: (model) => ({ model, messages: 'DEEP' }),
  'a message': (model) => ({ model, messages: [{ role: 'user', content: 'hello', x_deep: 'DEEP' }] }),
  provider: (model) => ({ model, messages: hello, provider: { x_deep: 'DEEP' } }),
  'the whole body': () => ({}),
};

/** A body that nests deeper than some readers of JSON can go is the client's fault, or served. */
export default defineCheck({
  rule: 'chat.odd.deep',
  ...every(...Object.keys(places)),
  async decide(world, place) {
    const account = await world.account();
    const { id } = await account.usableModel();
    controlServed(await account.key.chat({ model: id, messages: hello }));
    const text = JSON.stringify(places[place]?.(id));
    const rawBody = place === 'the whole body' ? deepList : text.replace('"DEEP"', deepList);
    const exchange = await account.key.chat(undefined, { rawBody, headers: [['Content-Type', 'application/json']] });
    expectServedOrRefused(world, exchange, 'a body of many lists within each other', badOrUnavailable);
  },
});
