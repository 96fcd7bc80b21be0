import {
  type ClientRequest,
  expectThat,
  jsonDifferences,
  NotExercised,
  requestHeaderOf,
  show,
} from '@gateproof/harness';
import { type DriverFeature, serviceNames } from '@gateproof/spec';
import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { bodyOf } from '../support/client/last-request.ts';
import { controlOperation, type Operation, operations, requestsOf, submissions } from '../support/client/operations.ts';
import { tools } from '../support/client/tool-calls.ts';

const { chat, chat_stream: chatStream, create_image: image, create_transcription: transcription } = operations;

/** What one call of a client sets, and the next one leaves out or sets anew. */
interface Left {
  readonly operation: Operation;
  readonly feature?: DriverFeature;
  readonly name: string;
  readonly value: unknown;
  /** What the next call sets; undefined: nothing. */
  readonly next?: unknown;
}

const chats = [chat, chatStream];
const jobs = [image, transcription];
const [tool, otherTool] = tools;
const rowsOf = (
  these: readonly Operation[],
  feature: DriverFeature | undefined,
  [value, next]: readonly [value: unknown, next?: unknown],
  name: string = feature ?? 'models',
): Readonly<Record<string, Left>> =>
  Object.fromEntries(
    these.flatMap((operation) => {
      const row: Left = { operation, name, value, ...(feature === undefined ? {} : { feature }) };
      const left: [string, Left] = [`${operation.op}: ${name}, left out`, row];
      return next === undefined ? [left] : [left, [`${operation.op}: ${name}, another`, { ...row, next }]];
    }),
  );
const rows: Readonly<Record<string, Left>> = {
  ...rowsOf(chats, 'tools', [[tool], [otherTool]]),
  ...rowsOf(Object.values(submissions), 'provider', [{ only: ['one'] }, { order: ['two'] }]),
  ...rowsOf(Object.values(submissions), 'svc', [{ zdr: true }, { region: 'eu' }]),
  ...rowsOf(chats, 'response_format', [
    { type: 'json_schema', json_schema: { name: 'place', schema: { type: 'object' } } },
    { type: 'json_object' },
  ]),
  ...rowsOf(chats, 'metadata', [true]),
  ...rowsOf(chats, undefined, [['a/1', 'a/2'], ['b/1']]),
  ...rowsOf(chats, 'temperature', [0.31, 0.62]),
  ...rowsOf(chats, 'max_tokens', [731, 17]),
  ...rowsOf(chats, 'max_completion_tokens', [732, 18]),
  ...rowsOf(jobs, 'retry_of', ['job_Earlier-1', 'job_Earlier-2']),
  ...rowsOf(jobs, 'submission_models', [['acme/one'], ['acme/two']], 'models'),
};

/** What stands for the parameter in a request. */
function sentFor({ name }: Left, request: ClientRequest, prefix: string): unknown {
  const { requestField, metadataHeader } = serviceNames(prefix);
  if (name === 'metadata') return requestHeaderOf(request.exchange, metadataHeader);
  return bodyOf(request)[name === 'svc' ? requestField : name];
}

/** A client may send a value of its own where its caller sets none, or send it in its own way: as it did before the earlier call. */
const ofThisCall = clientRows('client.request.of-this-call', rows, async (world, row) => {
  const { operation, feature, name, value, next } = row;
  if (feature !== undefined) world.needs(feature);
  await controlOperation(world, operation);
  await world.onOneClient(async (call) => {
    world.answer(() => operation.served);
    const ask = async (given: object) => {
      const from = world.requests().length;
      await call(operation.op, { ...operation.params, ...given });
      const request = requestsOf(world, operation, from).at(-1);
      if (request === undefined) throw new NotExercised('the client refused and sent no request');
      return { request, sent: sentFor(row, request, world.prefix) };
    };
    const before = await ask({});
    const later = next === undefined ? {} : { [name]: next };
    const plain = next === undefined ? before : await ask(later);
    const earlier = await ask({ [name]: value });
    if (jsonDifferences(before.sent, earlier.sent).length === 0)
      throw new NotExercised(`the client does not send ${name}`);
    const again = await ask(later);
    const exchanges = [plain.request, earlier.request, again.request].map(({ exchange }) => exchange.id);
    expectThat(world, jsonDifferences(plain.sent, again.sent).length === 0, {
      expected: `${name} ${next === undefined ? 'as before' : 'of this call alone'}, ${show(plain.sent)}, after a call that set ${show(value)}`,
      observed: show(again.sent),
      exchanges,
    });
  });
});

/** What a client does not keep for later calls (Endpoints). */
const keeping: readonly ClientCheck[] = [ofThisCall];
export default keeping;
