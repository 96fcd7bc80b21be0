import {
  type Account,
  caution,
  defineCheck,
  describeAnswer,
  expectRouteAnswer,
  expectServedBeside,
  expectThat,
  type History,
  isObject,
  type JsonObject,
  jsonOf,
  type Model,
  mediaTypeOf,
  NotArranged,
  NotExercised,
  objectOf,
  routeOf,
  type World,
} from '@gateproof/harness';
import fc from 'fast-check';
import { conversation, hello, type Message } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { ifGranted } from '../../support/if-granted.ts';
import { refusedForField } from '../../support/refused-for-field.ts';
import { heldIf, type Subject, shown, standingTable } from '../../support/standing-table.ts';
import { hasNull } from '../../support/texts.ts';

interface Variant {
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

const json = defineCheck<Variant>({
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

const longer: readonly Message[] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Count to three.' },
  { role: 'assistant', content: 'One, two.' },
  { role: 'user', content: 'And?' },
];

/** Requests that say nothing of streaming, small and large. */
const defaultNotStreamed = defineCheck({
  rule: 'chat.response.default-not-streamed',
  ...every<readonly [object, 'events accepted'?]>(
    [{ messages: hello }],
    [{ messages: longer }],
    [{ messages: hello, max_tokens: 16, temperature: 0 }],
    [{ messages: hello }, 'events accepted'],
  ),
  async decide(world, [body, accepting]) {
    const account = await world.account();
    const model = await account.usableModel();
    const headers = accepting === undefined ? [] : [['Accept', 'text/event-stream, application/json'] as const];
    const exchange = await account.key.chat({ model: model.id, ...body }, { headers });
    expectThat(world, mediaTypeOf(exchange) !== 'text/event-stream', {
      expected: 'a request that leaves stream out to be answered with one JSON body',
      observed: 'server-sent events',
      exchanges: [exchange.id],
    });
    if (refusedForField(world, exchange, Object.keys(body)))
      throw new NotExercised('the model does not take all fields of the request');
    const asked = { model: model.id, ...body, stream: false };
    await expectServedBeside(world, exchange, () => account.key.chat(asked));
  },
});

interface Completion extends Subject {
  readonly body: JsonObject;
}

/** Every JSON object that a chat request was answered with under status 200. */
export function* completionsSeen(history: History): Generator<Completion> {
  for (const exchange of history.exchanges) {
    if (exchange.side !== 'request' || exchange.response?.status !== 200 || exchange.ending !== 'complete') continue;
    if (routeOf(exchange, history.baseUrl) !== 'chat') continue;
    const body = jsonOf(exchange);
    if (body.ok && isObject(body.value)) yield { exchange, body: body.value };
  }
}

/** A failure is reported by the status; only a stream, whose status is sent already, reports it in the body. */
const errorFree = standingTable(completionsSeen, {
  'chat.response.error-free': ({ body }) =>
    heldIf(body.error === undefined || body.error === null, 'a 200 completion without an error', body.error),
});

/** Every chat request that was answered 200, whole. */
function* servedChats({ exchanges, baseUrl }: History): Generator<Subject> {
  for (const exchange of exchanges) {
    const isServed = exchange.response?.status === 200 && exchange.ending === 'complete';
    if (isServed && routeOf(exchange, baseUrl) === 'chat') yield { exchange };
  }
}

/** Checked on every answer of a run: one that is empty now and then is a failure, not noise. */
const body = standingTable(servedChats, {
  'chat.response.body': ({ exchange }) =>
    exchange.response?.body.length === 0
      ? { broken: { expected: 'a body under status 200', observed: describeAnswer(exchange) } }
      : 'held',
});

export default [json, defaultNotStreamed, errorFree, body];
