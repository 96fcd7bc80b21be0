import { type ClientRequest, type ClientWorld, expectEqualJson, expectThat, requestHeaderOf } from '@gateproof/harness';
import { type DriverFeature, serviceNames } from '@gateproof/spec';
import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { bodyOf } from '../support/client/last-request.ts';
import { attempt, controlOperation, type Operation, operations, submissions } from '../support/client/operations.ts';
import { refusalAtOnce } from '../support/client/replies.ts';

const { chat, chat_stream: chatStream, create_image: image, create_transcription: transcription } = operations;

/** A parameter that the caller gives, and the field of the body that holds it. */
interface Setting {
  readonly operation: Operation;
  readonly feature: DriverFeature;
  readonly name: string;
  readonly value: unknown;
}

/** What a client that retries at all sends again after. */
const atFirst = refusalAtOnce('snapshot_expired');

/** Calls of a client that minds a parameter once; another process of it may take the second. */
const calls = 3;

/** The requests of several calls, the first of which is retried by a client that retries. */
async function sentWith(world: ClientWorld, operation: Operation): Promise<readonly ClientRequest[]> {
  const requests: ClientRequest[] = [];
  for (let count = 0; count < calls; count += 1) {
    const answers = count === 0 ? [atFirst, operation.served] : [operation.served];
    const sent = (await attempt(world, operation, answers)).requests;
    expectThat(world, sent.length > 0, { expected: 'a request of each call', observed: 'none' });
    requests.push(...sent);
  }
  return requests;
}

/** The field stands in every attempt of the request as the caller gave it. */
async function expectSent(world: ClientWorld, { operation, feature, name, value }: Setting): Promise<void> {
  world.needs(feature);
  await controlOperation(world, operation);
  const params = { ...operation.params, [name]: value };
  const requests = await sentWith(world, { ...operation, params });
  const field = name === 'svc' ? serviceNames(world.prefix).requestField : name;
  for (const request of requests) {
    const sent = bodyOf(request)[field];
    expectEqualJson(world, { [field]: value }, sent === undefined ? {} : { [field]: sent }, `the caller's ${name}`, {
      exchanges: [request.exchange.id],
    });
  }
}

const rowsOf = (
  operationsOf: readonly Operation[],
  feature: DriverFeature,
  values: readonly unknown[],
  name: string = feature,
): Readonly<Record<string, Setting>> =>
  Object.fromEntries(
    operationsOf.flatMap((operation) =>
      values.map((value, place) => [
        `${operation.op}: ${name}${values.length === 1 ? '' : ` ${place + 1}`}`,
        { operation, feature, name, value },
      ]),
    ),
  );

const both = [chat, chatStream];
const everySubmission = Object.values(submissions);
const schema = {
  type: 'object',
  properties: {
    city: { type: 'string', enum: ['Köln', ''], description: 'e\u0301 ﬁ' },
    n: { type: ['number', 'null'], default: null, maximum: 0.1, multipleOf: 1e-7 },
    day_of_week: { type: 'boolean', default: false, examples: [] },
    dayOfYear: { anyOf: [{ type: 'object', properties: {}, required: [] }, { $ref: '#/$defs/Day_2' }] },
  },
  required: ['city'],
  additionalProperties: false,
};
const settings = {
  ...rowsOf(both, 'temperature', [0, 0.7, 2]),
  ...rowsOf(both, 'max_tokens', [1, 1_000_000]),
  ...rowsOf(both, 'max_completion_tokens', [7, 1_000_000]),
  ...rowsOf(both, 'response_format', [
    { type: 'json_object' },
    { type: 'json_schema', json_schema: { name: 'place', strict: true, schema } },
  ]),
};
const settingsUnchanged = clientRows('client.request.settings-unchanged', settings, expectSent);

const tool = (name: string, parameters: object = schema) => ({
  type: 'function',
  function: { name, description: ` Says "${name}" \\ ${'often '.repeat(20)}\n`, parameters },
});
const tools = rowsOf(both, 'tools', [
  [tool('weather')],
  [tool('weather'), tool('clock', { type: 'object', properties: {} }), tool('weather_2')],
]);
const toolsUnchanged = clientRows('client.request.tools-unchanged', tools, expectSent);

/** Texts and numbers that a careless copy changes. */
const awkward = { note: ' Zoë "red" \\ \u{1F3A8}\n', long: 'word '.repeat(30), most: 9_007_199_254_740_991 };
const prices = { prompt: 0.1, completion: 1e-7 };
/** By names that SDKs with types of their own may know; the contract states none. */
const narrowing = [
  { order: ['one', 'Two ', awkward.note, awkward.long], allow_fallbacks: false, only: [], max_price: prices },
];
const own = [
  {
    zdr: true,
    region: 'eu',
    retention: 'none',
    nested: { off: false, none: null, keep_for: 0, keepIn: '', prices, ...awkward },
  },
];
const routing = { ...rowsOf(everySubmission, 'provider', narrowing), ...rowsOf(everySubmission, 'svc', own) };
const routingUnchanged = clientRows('client.request.routing-unchanged', routing, expectSent);

const jobs = [image, transcription];
const retryOf = clientRows(
  'client.request.retry-of',
  rowsOf(jobs, 'retry_of', [`job_Earlier-1${'-Ab0'.repeat(20)}`]),
  expectSent,
);
const fallbacks = rowsOf(
  jobs,
  'submission_models',
  [['acme/Two', 'acme/one', `other/${'Long-'.repeat(20)}three`]],
  'models',
);
const submissionModels = clientRows('client.request.submission-models', fallbacks, expectSent);

const metadataAsked = clientRows(
  'client.request.metadata-asked',
  { chat, chat_stream: chatStream },
  async (world, operation) => {
    world.needs('metadata');
    await controlOperation(world, operation);
    const params = { ...operation.params, metadata: true };
    const requests = await sentWith(world, { ...operation, params });
    const { metadataHeader } = serviceNames(world.prefix);
    for (const { exchange } of requests) {
      const value = requestHeaderOf(exchange, metadataHeader);
      expectThat(world, value === 'enabled', {
        expected: `${metadataHeader}: enabled where the caller asks for metadata`,
        observed: value ?? 'no such header',
        exchanges: [exchange.id],
      });
    }
  },
);

/** What a caller sets besides its messages and inputs (Endpoints). */
const given: readonly ClientCheck[] = [
  settingsUnchanged,
  toolsUnchanged,
  routingUnchanged,
  retryOf,
  submissionModels,
  metadataAsked,
];
export default given;
