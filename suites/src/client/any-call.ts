import {
  besideControl,
  type ClientRequest,
  type ClientWorld,
  expectThat,
  jsonDifferences,
  NotExercised,
  requestHeaderOf,
  type ScriptedAnswer,
  show,
} from '@gateproof/harness';
import { modelModalities, serviceNames } from '@gateproof/spec';
import { servedAmongMany } from '../support/client/among-many.ts';
import { type Answered, answersByName, requesting } from '../support/client/answered-calls.ts';
import { type AnyCall, type Came, circumstances, heardOf, inAllCircumstances } from '../support/client/any-call.ts';
import { outcomeText } from '../support/client/at-once.ts';
import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { bodyOf } from '../support/client/last-request.ts';
import { attempt } from '../support/client/operations.ts';
import { modelBody, refusalAtOnce } from '../support/client/replies.ts';
import { controlSameKey } from '../support/client/resent-controls.ts';
import { companyOf, type RichOperation, richCall, verifying } from '../support/client/rich-calls.ts';
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
const sent = clientRows('client.any-call.sent', sendingRows, (world, row) =>
  besideControl(
    () => expectSent(world, row),
    () => controlSameKey(world),
  ),
);

async function expectSent(world: ClientWorld, row: Sending | Decide): Promise<void> {
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
}

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

/** A client that goes on reading a job which has ended does so until it is stopped. */
const moreReads = 10;

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
  for (const { circumstance, requests } of what.startsWith('wait_job: queued') ? others : [])
    expectThat(world, requests.length <= alone.requests.length + moreReads, {
      expected: `the job to be read until it is final and no longer ${circumstances[circumstance]}, as by the first: ${alone.requests.length} times`,
      observed: `${requests.length} times`,
      exchanges: idsOf(requests).slice(0, moreReads),
    });
}

/** Words of the contract, each of which a client may have a word of its own for. */
async function expectEachModality(world: ClientWorld): Promise<void> {
  for (const modality of modelModalities) {
    const model = `acme/of-${modality}`;
    const asked = { op: 'get_model', params: { model }, path: `/v1/models/${model}` } as const;
    const { answer } = await attempt(world, asked, [{ body: modelBody(model, { modality }) }]);
    const reported = answer.ok ? answer.result.modality : undefined;
    if (reported === undefined) throw new NotExercised('the client reports no modality');
    expectThat(world, reported === modality, { expected: `the modality ${modality}`, observed: show(reported) });
  }
}

const answered = clientRows<Answered | Decide>(
  'client.any-call.answered',
  { ...amongMany('answered'), 'get_model: each modality': expectEachModality, ...answersByName },
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
      const isFirstRead = nth === 1 && !request.path.startsWith('/output/');
      return which === 'expired' && isFirstRead ? { body: expired(answer.body as object) } : answer;
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
