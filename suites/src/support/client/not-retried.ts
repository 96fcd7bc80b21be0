import {
  besideControl,
  type ClientRequest,
  type ClientWorld,
  expectThat,
  isObject,
  NotExercised,
  requestHeaderOf,
  type ScriptedAnswer,
} from '@gateproof/harness';
import { errorTable } from '@gateproof/spec';
import { type ClientCheck, clientRows } from './define-client-check.ts';
import { attempt, controlOperation, gapsBetween, type Operation, operations, requestsOf } from './operations.ts';
import { errorAnswer } from './replies.ts';
import { controlPollingEnds } from './resent-controls.ts';

const afterwardsMs = 1_000;

/** Requests that say again what the first one said. A changed request is another one: changing it is what the guidance asks for. */
function repeats([first, ...later]: readonly ClientRequest[]): readonly ClientRequest[] {
  const bytesOf = ({ exchange }: ClientRequest) => Buffer.from(exchange.request.body).toString('latin1');
  return later.filter(
    (one) =>
      first !== undefined && one.method === first.method && one.path === first.path && bytesOf(one) === bytesOf(first),
  );
}

/** How long a client waits at least that asks for the result of a request under way. */
const resultWaitMs = 50;
/** Without a key, of which no conflict comes, it asks once and late. */
const lateMs = 1_000;

/** Whether the same was asked again under its key, each time after a wait: a way to the first result (freedom F073). */
function asksForResult(requests: readonly ClientRequest[]): boolean {
  const isKeyed = requests.every(({ exchange }) => requestHeaderOf(exchange, 'idempotency-key') !== undefined);
  const [leastMs, most] = isKeyed ? [resultWaitMs, Number.POSITIVE_INFINITY] : [lateMs, 2];
  const isOften = requests.length > 1 && requests.length <= most;
  return isOften && gapsBetween(requests).every((gap) => gap >= leastMs);
}

/** Its code, for a report. */
function codeIn({ body }: ScriptedAnswer): string {
  const code = isObject(body) && isObject(body.error) ? body.error.code : undefined;
  return code === undefined ? '' : ` (${String(code)})`;
}

/** An operation and the answer that refuses it. */
export interface Refusal {
  readonly operation: Operation;
  readonly answer: ScriptedAnswer;
  /** Of further calls, one each. */
  readonly further?: readonly ScriptedAnswer[];
  /** Failures before it that invite a retry. */
  readonly before?: readonly ScriptedAnswer[];
}

/** A check of refusals after which the client must not send the same again. */
export function notRetried(rule: string, rows: Readonly<Record<string, Refusal>>): ClientCheck {
  return clientRows(rule, rows, async (world, row) => {
    await controlOperation(world, row.operation);
    for (const answer of [row.answer, ...(row.further ?? [])])
      await besideControl(
        () => expectOne(world, { ...row, answer }),
        () => controlPollingEnds(world, row.operation),
      );
  });
}

/** One call that is refused, and not sent again. */
async function expectOne(
  world: ClientWorld,
  { operation, answer: refusal, before = [], further = [] }: Refusal,
): Promise<void> {
  const isLast = further.length === 0 || refusal === further.at(-1);
  const from = world.requests().length;
  await attempt(world, operation, [...before, refusal, operation.served]);
  const sinceRefusal = () => requestsOf(world, operation, from).slice(before.length);
  if (sinceRefusal().length === 0) throw new NotExercised('the client does not retry so often');
  if (sinceRefusal().length === 1 && isLast) await world.pause(afterwardsMs);
  const requests = sinceRefusal();
  if (refusal.status === errorTable.get('idempotency_conflict')?.status && asksForResult(requests))
    return world.stated();
  expectThat(world, repeats(requests).length === 0, {
    expected: `one request: an error with status ${refusal.status} and kind terminal${codeIn(refusal)}`,
    observed: `${requests.length} requests`,
    exchanges: requests.map(({ exchange }) => exchange.id),
  });
}

/** An operation that is refused with this code. */
export const refused = (code: string, operation: Operation = operations.chat, more: object = {}): Refusal => ({
  operation,
  answer: errorAnswer(code, { ...more }),
});
