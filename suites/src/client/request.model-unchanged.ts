import { type ClientRequest, type ClientWorld, expectEqualJson, expectThat, NotExercised } from '@gateproof/harness';
import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { hello } from '../support/client/expectations.ts';
import { bodyOf } from '../support/client/last-request.ts';
import { attempt, controlOperation, type Operation, operations, submissions } from '../support/client/operations.ts';
import { refusalAtOnce } from '../support/client/replies.ts';

const { chat, chat_stream: chatStream } = operations;

/** What a client that retries at all sends again after. */
const atFirst = [refusalAtOnce('snapshot_expired')];

/** The requests that the operation led to; `NotExercised` when the client sent none: refusing is its right. */
async function requestsFor(
  world: ClientWorld,
  operation: Operation,
  params: object,
  again = false,
): Promise<readonly [ClientRequest, ...ClientRequest[]]> {
  await controlOperation(world, operation);
  const answers = again ? [...atFirst, operation.served] : [operation.served];
  return sent(await attempt(world, { ...operation, params: { ...operation.params, ...params } }, answers));
}

function sent({ requests }: { readonly requests: readonly ClientRequest[] }): [ClientRequest, ...ClientRequest[]] {
  const [first, ...rest] = requests;
  if (first === undefined) throw new NotExercised('the client refused and sent no request');
  return [first, ...rest];
}

const longModel = `Acme/${'Long-'.repeat(20)}model`;
const models = ['acme/talker', 'Acme/Talker-V2.1', 'a.b-c/d_e:free', 'openai/gpt-4o', 'acme/a/b@2024-01-01', longModel];
const modelRows = Object.fromEntries(
  Object.values(submissions).flatMap((operation) =>
    models.map((model) => [`${operation.op} ${model}`, { operation, model }] as const),
  ),
);

const modelUnchanged = clientRows('client.request.model-unchanged', modelRows, async (world, { operation, model }) => {
  await controlOperation(world, operation);
  const answers = operation.op === 'chat' && model === models[0] ? [...atFirst, operation.served] : [operation.served];
  const requests = sent(await attempt(world, { ...operation, params: { ...operation.params, model } }, answers));
  for (const request of requests) {
    expectThat(world, bodyOf(request).model === model, {
      expected: `model ${model}`,
      observed: String(bodyOf(request).model),
      exchanges: [request.exchange.id],
    });
  }
});

const user = (content: string) => ({ role: 'user', content });
const assistant = (content: string) => ({ role: 'assistant', content });
const system = { role: 'system', content: 'Be brief.' };
const conversations = {
  'one message': [...hello],
  'a conversation': [system, user('one'), assistant('two'), user(' three ')],
  'a system message in the middle': [user('one'), assistant('two'), system, user('three')],
  'a message without text': [user('one'), assistant(''), user('three')],
  'control characters': [user('a\u0007b\u001b[1mc\u007f')],
  'two of one role in a row': [user('one'), user('two'), assistant('a'), assistant('b'), user('three')],
  'the same message twice': [user('again'), assistant('yes'), user('again'), user('again')],
  'no system message': [user('one'), assistant('two'), user('three')],
  'the last from the assistant': [user('one'), assistant('The answer is ')],
  'odd white space': [user('\ttab\r\nline end  \n\n')],
  'markup and escapes': [user('<b>&amp; "quoted" \\n {{name}} $1 %s</b>')],
  'many messages': Array.from({ length: 120 }, (_, place) => (place % 2 === 0 ? user : assistant)(`message ${place}`)),
  'a long message': [user('word '.repeat(20_000))],
};
const conversationRows: Readonly<Record<string, Conversation>> = Object.fromEntries(
  [chat, chatStream].flatMap((operation) => [
    ...Object.entries(conversations).map(([name, messages]): [string, Conversation] => [
      `${operation.op}: ${name}`,
      { operation, messages },
    ]),
    [`${operation.op}: again`, { operation, messages: conversations['a conversation'], again: true }],
  ]),
);

interface Conversation {
  readonly operation: Operation;
  readonly messages: readonly object[];
  /** Whether it is refused first, so that its retry is looked at too. */
  readonly again?: boolean;
}

function sameMessages(rule: string, rows: Readonly<Record<string, Conversation>>) {
  return clientRows(rule, rows, async (world, { operation, messages, again = false }) => {
    for (const request of await requestsFor(world, operation, { messages }, again)) {
      expectEqualJson(world, messages, bodyOf(request).messages, 'the messages', { exchanges: [request.exchange.id] });
    }
  });
}

const texts = {
  'letters with marks and Japanese': 'Zoë 日本語 — ‘quoted’ … ½ ß',
  'joined emoji': '\u{1F3A8}\u{1F469}\u200D\u{1F680}',
  'combining marks': 'e\u0301 \u00e9',
  'compatibility forms': 'ﬁ ① Ｆ ㎏',
  'line separators and escapes': '\u2028\u2029 "quoted" \\',
  'zero width and byte order marks': '\uFEFFa\u200Bb\u00A0c\u00AD',
  'right to left': 'שלום \u202Eabc',
};
/** One of each role, all of them texts that a client may take for other ones. */
const inEachMessage = [system, assistant(''), user('')].flatMap(({ role }) =>
  Object.values(texts).map((content) => ({ role, content })),
);
const textRows = Object.fromEntries(
  [chat, chatStream].flatMap((operation) => [
    ...Object.entries(texts).map(([name, content]) => [
      `${operation.op}: ${name}`,
      { operation, messages: [user(content)] },
    ]),
    [`${operation.op}: in messages of each role`, { operation, messages: inEachMessage }],
  ]),
);

const lists = {
  one: [longModel],
  'five, unsorted': ['a/2', 'b/1', 'a/1', 'c/9', 'c/1'],
  'the first model among them': ['b/1', 'acme/talker'],
  'more than five': ['a/1', 'a/2', 'a/3', 'a/4', 'a/5', 'a/6'],
};
const listRows = Object.fromEntries(
  [chat, chatStream].flatMap((operation) =>
    Object.entries({ ...lists, again: lists['five, unsorted'] }).map(([name, list]) => [
      `${operation.op}: ${name}`,
      { operation, list, again: name === 'again' },
    ]),
  ),
);

const fallbackModels = clientRows(
  'client.request.fallback-models',
  listRows,
  async (world, { operation, list, again }) => {
    for (const request of await requestsFor(world, operation, { models: list }, again)) {
      expectEqualJson(world, list, bodyOf(request).models, 'models', { exchanges: [request.exchange.id] });
    }
  },
);

/** A list of an earlier request is none of this one. */
const noListAdded = clientRows('client.request.no-list-added', submissions, async (world, operation) => {
  const takesLists = operation.op === 'chat' || operation.op === 'chat_stream';
  await controlOperation(world, operation);
  if (takesLists)
    await attempt(world, { ...operation, params: { ...operation.params, models: ['a/1'] } }, [operation.served]);
  for (const request of sent(await attempt(world, operation, [operation.served]))) {
    const list = bodyOf(request).models;
    const isAbsent = list === undefined || list === null || (Array.isArray(list) && list.length === 0);
    expectThat(world, isAbsent, {
      expected: 'no models',
      observed: JSON.stringify(list) ?? 'none',
      exchanges: [request.exchange.id],
    });
  }
});

/** What a client makes of what its caller gave it for a chat (Endpoints › POST /v1/chat/completions). */
const bodies: readonly ClientCheck[] = [
  modelUnchanged,
  sameMessages('client.request.messages-unchanged', conversationRows),
  sameMessages('client.request.unicode-unchanged', textRows),
  fallbackModels,
  noListAdded,
];
export default bodies;
