import {
  type ClientRequest,
  type ClientWorld,
  expectThat,
  jsonDifferences,
  requestHeaderOf,
  type ScriptedAnswer,
  show,
} from '@gateproof/harness';
import { serviceNames } from '@gateproof/spec';
import { servedAmongMany } from '../support/client/among-many.ts';
import { type AnyCall, type Came, circumstances, heardOf, inAllCircumstances } from '../support/client/any-call.ts';
import { outcomeText } from '../support/client/at-once.ts';
import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { bodyOf } from '../support/client/last-request.ts';
import {
  chunk,
  completion,
  errorObject,
  event,
  jobBody,
  refusalAtOnce,
  streamOfPieces,
} from '../support/client/replies.ts';
import { companyOf, type RichOperation, richCall, richOperations, verifying } from '../support/client/rich-calls.ts';
import { clock, type ToolCall, weather, wire } from '../support/client/tool-calls.ts';
import { controlForged, controlGenuine, signingSecret } from '../support/client/verifying.ts';

const idsOf = (requests: readonly ClientRequest[]) => requests.map(({ exchange }) => exchange.id);

/** What is said of the caller's call in a request: not what the client adds of its own. */
function saidIn(world: ClientWorld, { operation: { params }, options }: AnyCall, key: 'first' | 'second') {
  const { metadataHeader, requestField } = serviceNames(world.prefix);
  const { inputs, svc, ...given } = params as Readonly<Record<string, object | undefined>>;
  const names = [...Object.keys({ ...given, ...inputs }), ...(svc === undefined ? [] : [requestField]), 'stream'];
  return (request: ClientRequest) => {
    const { method, path, exchange } = request;
    const sent = bodyOf(request) as Readonly<Record<string, unknown>>;
    return {
      method,
      path: path.split('?')[0],
      'the API key': requestHeaderOf(exchange, 'authorization') === `Bearer ${world.apiKeys[key]}`,
      metadata: params.metadata === undefined ? null : (requestHeaderOf(exchange, metadataHeader) ?? null),
      'the Idempotency-Key': options === undefined ? null : (requestHeaderOf(exchange, 'idempotency-key') ?? null),
      body: Object.fromEntries(names.map((name) => [name, sent[name] ?? null])),
    };
  };
}

/** What an output is opened by is judged below. */
const requesting = richOperations.filter((op) => op !== 'open_output');
/** Each is refused or lost first, so that a retry is seen as well. */
const firstAnswers: Readonly<Record<string, ScriptedAnswer>> = {
  refused: refusalAtOnce('upstream_timeout'),
  lost: { ending: 'lost' },
};
interface Sending {
  readonly op: RichOperation;
  readonly first: ScriptedAnswer;
}
const sendings: Readonly<Record<string, Sending>> = Object.fromEntries(
  requesting.flatMap((op) =>
    Object.entries(firstAnswers).map(([how, first]) => [`${op}, ${how} first`, { op, first }]),
  ),
);
type Decide = (world: ClientWorld) => Promise<void>;
/** The row of a table whose others are about one operation each. */
const amongMany = (what: 'sent' | 'answered'): Readonly<Record<string, Decide>> => ({
  'all operations among many calls': (world) => servedAmongMany(world, what),
});

const sendingRows: Readonly<Record<string, Sending | Decide>> = { ...amongMany('sent'), ...sendings };
const sent = clientRows('client.any-call.sent', sendingRows, async (world, row) => {
  if (typeof row === 'function') return row(world);
  const { op, first: failure } = row;
  const served = richCall(world, op, 'probe');
  const call: AnyCall = {
    ...served,
    answer: (request, nth) => (nth === 1 ? failure : served.answer(request, nth)),
  };
  const { alone, others } = await inAllCircumstances(world, call, companyOf(world, op), { otherKey: 'second' });
  const [first, ...more] = alone.requests.map(saidIn(world, call, 'second'));
  const expectOneOf = (wanted: readonly unknown[], said: unknown, { circumstance, requests }: Came) => {
    const [differences = []] = wanted.map((one) => jsonDifferences(one, said)).toSorted((a, b) => a.length - b.length);
    expectThat(world, differences.length === 0, {
      expected: `${op} and its retries ${circumstances[circumstance]} to be sent as the first call of a client was`,
      observed: `other in ${differences.map(({ path }) => path).join(', ')}: ${show(said)}`,
      exchanges: idsOf(requests),
    });
  };
  // A client may read besides, as it did alone.
  const retries = more.filter(({ method, path }) => method === first?.method && path === first.path);
  for (const said of retries) expectOneOf([first], said, alone);
  for (const came of others)
    for (const said of came.requests.map(saidIn(world, call, 'first'))) expectOneOf([first, ...more], said, came);
});

/** A call with more text than a buffer of a few bytes holds. */
const long = { id: 'call_long', name: 'weather', arguments: JSON.stringify({ city: 'New "York" '.repeat(12) }) };
/** What a call is answered with, and the operations that it answers. */
interface Answered {
  readonly op: RichOperation;
  readonly answer?: (word: string, request: ClientRequest, nth: number) => ScriptedAnswer;
  /** What other calls of the client are answered. Default: as they are served. */
  readonly others?: (word: string) => ScriptedAnswer;
  readonly limitMs?: number;
}
const pieces = ['al', 'pha ', 'Zoë \u{1F3A8} ', 'end'];
const { metadataField } = serviceNames('svc');
const metadata = { [metadataField]: { cost: 0.1, region: ' eu "1" \\', policy: ['a', 'b'] } };
const calling = (tool_calls: readonly ToolCall[]) => ({
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: null, tool_calls: tool_calls.map(wire) },
      finish_reason: 'tool_calls',
    },
  ],
});
const deltaOf = (tool_calls: readonly object[]) =>
  event({ ...chunk(undefined), choices: [{ index: 0, delta: { tool_calls }, finish_reason: null }] });
const toolEvents = [weather, clock, long].flatMap((one, index) => {
  const [head, tail] = [one.arguments.slice(0, 5), one.arguments.slice(5)];
  const fragment = { index, id: one.id, type: 'function', function: { name: one.name, arguments: head } };
  return [deltaOf([fragment]), deltaOf([{ index, function: { arguments: tail } }])];
});
const whole = streamOfPieces(pieces);
/** Usage and metadata may come in any chunk: none of them is the last. */
const allKinds = [
  ...whole.slice(0, 2),
  event({ ...chunk(undefined), choices: [], usage: { total_tokens: 8 } }),
  ...whole.slice(2, -2),
  ': wait\n\n',
  event({ ...chunk(undefined), choices: [], ...metadata }),
  ...toolEvents,
  ...whole.slice(-2),
];
const failing = (code: string) => [
  ...whole.slice(0, 3),
  event({ error: errorObject(code, { request_id: `req_${code}` }) }),
  ...whole.slice(-1),
];
const states = ['queued', 'processing', 'succeeded', 'failed', 'canceled'];
const idOf = (request: ClientRequest, word: string) => /job_[^/?]+/.exec(request.path)?.[0] ?? `job_${word}`;
const jobIn = (state: string, request: ClientRequest, word: string) => ({
  body: jobBody(state, { id: idOf(request, word) }),
});
const accepting = ['create_image', 'create_transcription'] as const;
const answers: Readonly<Record<string, Answered>> = {
  'chat: text': { op: 'chat' },
  'chat: tool calls and metadata': {
    op: 'chat',
    answer: () => completion('', { model: 'acme/second', ...calling([weather, clock, long]), ...metadata }),
    others: (word) => completion('', { ...calling([{ id: `call_${word}`, name: word, arguments: '{}' }]) }),
  },
  'chat_stream: text': { op: 'chat_stream' },
  'chat_stream: events of all kinds': { op: 'chat_stream', answer: () => ({ events: allKinds }) },
  'chat_stream: no [DONE]': { op: 'chat_stream', answer: () => ({ events: whole.slice(0, -1) }) },
  'chat_stream: lost': { op: 'chat_stream', answer: () => ({ events: whole.slice(0, 3), ending: 'cut' }) },
  'chat_stream: held open after [DONE]': {
    op: 'chat_stream',
    answer: () => ({ events: whole, ending: 'hold' }),
    limitMs: 8_000,
  },
  ...Object.fromEntries(
    ['moderation_refused', 'provider_unavailable', 'request_timeout', 'internal_error'].map((code) => [
      `chat_stream: ${code} in the stream`,
      { op: 'chat_stream', answer: () => ({ events: failing(code) }) } satisfies Answered,
    ]),
  ),
  ...Object.fromEntries(
    states.flatMap((state) => [
      ...accepting.map(
        (op) =>
          [
            `${op}: ${state}`,
            { op, answer: (word, request) => ({ ...jobIn(state, request, word), status: 202 }) } satisfies Answered,
          ] as const,
      ),
      ...(['get_job', 'cancel_job'] as const).map(
        (op) =>
          [
            `${op}: ${state}`,
            { op, answer: (word, request) => jobIn(state, request, word) } satisfies Answered,
          ] as const,
      ),
    ]),
  ),
  ...Object.fromEntries(
    states.slice(2).map((state) => [
      `wait_job: queued, processing, ${state}`,
      {
        op: 'wait_job',
        answer: (word, request, nth) => jobIn(['queued', 'processing'][nth - 1] ?? state, request, word),
      } satisfies Answered,
    ]),
  ),
  ...Object.fromEntries(
    requesting.map((op) => [`${op}: lost`, { op, answer: () => ({ ending: 'lost' }) } satisfies Answered]),
  ),
  list_models: { op: 'list_models' },
  get_model: { op: 'get_model' },
};

function expectSame(world: ClientWorld, what: string, alone: Came, others: readonly Came[]): void {
  for (const { circumstance, answer, requests } of others)
    expectThat(world, jsonDifferences(heardOf(alone.answer), heardOf(answer)).length === 0, {
      expected: `the answer ${what} ${circumstances[circumstance]} to be reported as to the first call of a client: ${outcomeText(alone.answer)}`,
      observed: outcomeText(answer),
      exchanges: idsOf(requests),
    });
}

/** Submissions whose answer leaves no reason to send them again. */
const isServedWhole = (what: string) =>
  /^create_|^chat: |^chat_stream: (text|events)/.test(what) && !what.endsWith('lost');

/** What was served is sent once, and not more often than by a client's first call. */
function expectNoMore(world: ClientWorld, what: string, alone: Came, others: readonly Came[]): void {
  const postsOf = ({ requests }: Came) => requests.filter(({ method }) => method === 'POST').length;
  expectThat(world, postsOf(alone) <= 1 || alone.answer?.ok !== true || !isServedWhole(what), {
    expected: `the request answered with ${what} to be sent once: it was served`,
    observed: `${postsOf(alone)} times`,
    exchanges: idsOf(alone.requests),
  });
  for (const came of others)
    expectThat(world, postsOf(came) <= postsOf(alone), {
      expected: `the request answered with ${what} to be sent ${circumstances[came.circumstance]} no more often than as the first: ${postsOf(alone)}`,
      observed: `${postsOf(came)} times`,
      exchanges: idsOf(came.requests),
    });
}

const answered = clientRows<Answered | Decide>(
  'client.any-call.answered',
  { ...amongMany('answered'), ...answers },
  async (world, row, what) => {
    if (typeof row === 'function') return row(world);
    const { op, answer, limitMs } = row;
    const named =
      answer === undefined
        ? richCall(world, op, 'probe')
        : richCall(world, op, 'probe', (request, nth) => answer('probe', request, nth));
    const call = limitMs === undefined ? named : { ...named, options: { ...named.options, limitMs } };
    const { alone, others } = await inAllCircumstances(world, call, companyOf(world, op, row.others));
    if (what.endsWith(': lost'))
      expectThat(world, alone.answer?.ok !== true, {
        expected: `${op} whose connection is always lost to be reported as a failure`,
        observed: outcomeText(alone.answer),
      });
    const modality = op === 'get_model' && alone.answer?.ok === true ? alone.answer.result.modality : undefined;
    expectThat(world, modality === undefined || modality === 'image', {
      expected: 'the modality of the model, image, where one is reported',
      observed: show(modality),
    });
    expectSame(world, what, alone, others);
    expectNoMore(world, what, alone, others);
  },
);

const opened = clientRows('client.any-call.opened', ['first', 'second', 'third', 'expired'], async (world, which) => {
  const served = richCall(world, 'open_output', 'probe');
  const place = Math.max(0, ['first', 'second', 'third'].indexOf(which));
  const call: AnyCall = {
    ...served,
    operation: { ...served.operation, params: { ...served.operation.params, place } },
    answer(request, nth) {
      const answer = served.answer(request, nth);
      if (isGone(request)) return { status: 403 };
      return which === 'expired' && nth === 1 ? { body: expired(answer.body as object) } : answer;
    },
  };
  const { alone, others } = await inAllCircumstances(world, call, companyOf(world, 'open_output'));
  expectSame(world, `to the ${which} output`, alone, others);
});
const isGone = ({ path }: ClientRequest) => path.startsWith('/output/gone/');
const expired = (job: object) =>
  JSON.parse(
    JSON.stringify(job).replaceAll('/output/probe/', '/output/gone/probe/').replaceAll('2036-', '2016-'),
  ) as object;

const verified = clientRows('client.any-call.verified', ['genuine', 'forged'], async (world, which) => {
  await controlGenuine(world);
  await controlForged(world);
  const secretOf = (isGenuine: boolean) => (isGenuine ? signingSecret : 'whsec_nobody_0123456789');
  const isGenuine = which === 'genuine';
  const others = ['plain', 'beside', 'resend'].map((word) => verifying(world, word, secretOf(!isGenuine)));
  const [plain, other, again] = others as [AnyCall, AnyCall, AnyCall];
  const call = verifying(world, 'probe', secretOf(isGenuine));
  const { alone, others: came } = await inAllCircumstances(world, call, { plain, other, again });
  expectSame(world, `to a ${which} delivery`, alone, came);
});

/** A call in any circumstances is sent, answered and reported as a client's first (Endpoints). */
const anyCall: readonly ClientCheck[] = [sent, answered, opened, verified];
export default anyCall;
