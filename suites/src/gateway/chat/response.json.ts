import {
  type Account,
  caution,
  defineCheck,
  describeAnswer,
  expectRouteAnswer,
  expectThat,
  type Model,
  mediaTypeOf,
  NotArranged,
  NotExercised,
  objectOf,
  type World,
} from '@gateproof/harness';
import fc from 'fast-check';
import { conversation, hello, type Message } from '../../support/chat-bodies.ts';
import { ifGranted } from '../../support/if-granted.ts';
import { shown } from '../../support/standing-table.ts';
import { hasNull } from '../../support/texts.ts';

interface Asking {
  readonly messages: readonly Message[];
  readonly stream: false | undefined;
  /** Whether the slug of the model has a dot and an underscore, as versions have. */
  readonly isVersion: boolean;
}

async function modelOf(world: World, account: Account, isVersion: boolean): Promise<Model> {
  if (!isVersion) return account.usableModel();
  if (!world.has('models') || !world.has('upstreams')) throw new NotArranged('the testbed makes no models');
  const id = `${world.unique('gateproof')}/m-4.1_b`;
  const model = await ifGranted(account.model({ id }));
  if (model.id !== id) throw new NotArranged('the testbed chooses the ids of models');
  return model;
}

export default defineCheck<Asking>({
  rule: 'chat.response.json',
  input: fc.record({
    messages: conversation({ awkward: true }),
    stream: fc.constantFrom(false, undefined),
    isVersion: fc.constant(false),
  }),
  examples: [{ messages: hello, stream: undefined, isVersion: true }],
  cases: 7,
  async decide(world, { messages, stream, isVersion }) {
    const account = await world.account();
    const model = await modelOf(world, account, isVersion);
    const exchange = await account.key.chat({ model: model.id, messages, ...(stream === undefined ? {} : { stream }) });
    const exchanges = [exchange.id];
    if (exchange.response?.status === 400 && hasNull(messages))
      throw new NotExercised('texts with the null character are refused');
    const body = objectOf(exchange);
    // A completion without choices is one that freedom F129 warns about.
    if (exchange.response?.status === 200 && body !== undefined && !('choices' in body || 'error' in body)) {
      const expected = 'a chat completion with choices';
      caution(world, { expected, observed: describeAnswer(exchange), exchanges });
    }
    expectRouteAnswer(world, exchange);
    const type = mediaTypeOf(exchange);
    expectThat(world, type === 'application/json', {
      expected: 'Content-Type application/json',
      observed: shown(type),
      exchanges,
    });
  },
});
