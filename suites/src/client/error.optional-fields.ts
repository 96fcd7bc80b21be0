import { besideControl, type JsonObject, type ScriptedAnswer } from '@gateproof/harness';
import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { expectFailure } from '../support/client/expectations.ts';
import { attempt, controlOperation, type Operation, operations, submissions } from '../support/client/operations.ts';
import { errorAnswer, failingStream } from '../support/client/replies.ts';
import { controlReported } from '../support/client/reported-errors.ts';

const { chat, chat_stream: chatStream } = operations;
type Forms = Readonly<Record<string, JsonObject>>;

/** An operation, how an error of some form reaches it, and the forms. */
interface Row {
  readonly operation: Operation;
  answer(form: JsonObject): ScriptedAnswer;
  readonly forms: Forms;
  /** Default: that of all others. */
  readonly code?: string;
}
const code = 'forbidden';
const refused = (form: JsonObject) => errorAnswer(code, form);
const inStream = (form: JsonObject) => failingStream(code, form);

/** The usual forms of an error: a client that reports it in either one reports it. */
const plainForms: readonly JsonObject[] = [{}, { request_id: 'req_1' }];

/** Each form for a chat, then all of them for each other operation, which may read errors in a way of its own. */
function isReported(rule: string, what: string, forms: Forms, more: Readonly<Record<string, Row>> = {}): ClientCheck {
  const rows: Readonly<Record<string, Row>> = {
    ...Object.fromEntries(
      Object.entries(forms).map(([name, form]) => [
        name,
        { operation: chat, answer: refused, forms: { [name]: form } },
      ]),
    ),
    'each in a stream': { operation: chatStream, answer: inStream, forms },
    ...Object.fromEntries(
      Object.values(operations)
        .filter(({ op }) => op !== 'chat')
        .map((operation) => [`each for ${operation.op}`, { operation, answer: refused, forms }]),
    ),
    ...more,
  };
  return clientRows<Row>(rule, rows, async (world, row) => {
    await controlOperation(world, row.operation);
    for (const [name, form] of Object.entries(row.forms)) {
      const key = row.code === undefined ? {} : { idempotencyKey: world.unique('key') };
      const { answer } = await attempt(world, row.operation, [row.answer(form)], key);
      await besideControl(
        () => expectFailure(world, answer, `${what} (${name})`, row.code ?? code),
        () => controlReported(world, row.operation, plainForms.map(row.answer), row.code ?? code),
      );
    }
  });
}

const unknownFields = isReported('client.error.unknown-fields', 'an error with unknown fields', {
  objects: { hint: { see: 'docs' }, details: [{ field: 'a' }] },
  flags: { retryable: true, retry: true, status: 200, success: true },
  'names that error classes use': { name: 'x', stack: 'y', cause: 'z', statusCode: 500, errors: [] },
});

/** What the status of an attempt looks like, and what else it says, is open (freedom F051). */
const attempts = [
  { status: 502, kind: 'unavailable', endpoint: 'a', model: 'acme/second', latency_ms: 3 },
  { status: null, kind: 'timeout' },
  { status: '429', kind: 'rate_limit' },
];
const ids = { request_id: 'req_1', generation_id: 'gen_1' };
/** What a conflict holds of the first request is open (freedom F022). */
const ofConflicts: Forms = {
  'a word of the state': { state: 'in_progress' },
  'an object of the state': { state: { status: 'finished', job: null }, usage: { total_tokens: 8 }, cost: {} },
  'numbers of usage and cost': { state: 'finished', usage: 8, cost: 0.1 },
  'no more than other errors': {},
};
const conflicts: Readonly<Record<string, Row>> = Object.fromEntries(
  Object.values(submissions).map((operation) => [
    `a conflict of ${operation.op}`,
    {
      operation,
      code: 'idempotency_conflict',
      answer: (form: JsonObject) => errorAnswer('idempotency_conflict', form),
      forms: ofConflicts,
    },
  ]),
);
const optionalFields = isReported(
  'client.error.optional-fields',
  'an error of another form',
  {
    'no optional field': {},
    'scope null': { scope: null },
    'scope route': { scope: 'route' },
    generation_id: { generation_id: 'gen_1' },
    attempts: { attempts: [{ status: 502, kind: 'unavailable' }] },
    'attempts of every form': { attempts },
    'empty attempts': { attempts: [] },
    request_id: { request_id: 'req_1' },
    'all that it may hold': { ...ids, attempts, scope: 'model' },
  },
  conflicts,
);

/** Errors that say more or less than others (Errors). */
const forms: readonly ClientCheck[] = [unknownFields, optionalFields];
export default forms;
