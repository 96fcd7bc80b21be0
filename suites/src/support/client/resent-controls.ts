import { type ClientWorld, controlThat, requestHeaderOf, show } from '@gateproof/harness';
import { reportOf } from './expectations.ts';
import { attempt, type Operation, operations, requestsOf } from './operations.ts';
import { completion, refusalAtOnce } from './replies.ts';

const { chat } = operations;

/** What a client does after a wait has ended is done by then, in ms. */
const afterwardsMs = 1_000;
/** One more read than needed is a fresh look at what was made. */
const mostReads = 2;

/** Requires of a wait for a job that it ends with the job: only then is a later read one that is sent again. Any other operation requires nothing. */
export async function controlPollingEnds(world: ClientWorld, operation: Operation): Promise<void> {
  if (operation.op !== 'wait_job') return;
  const from = world.requests().length;
  await attempt(world, operation, [operation.served]);
  await world.pause(afterwardsMs);
  const reads = requestsOf(world, operation, from).length;
  controlThat(reads <= mostReads, `a job that has ended is read ${reads} times`, 'client.job.polling-ends');
}

/** Requires that a retry of a plain chat carries the Idempotency-Key of its first attempt. */
export async function controlSameKey(world: ClientWorld): Promise<void> {
  const answers = [refusalAtOnce('provider_unavailable'), completion('fine')];
  const { requests } = await attempt(world, chat, answers, { idempotencyKey: world.unique('key') });
  const keys = new Set(requests.map(({ exchange }) => requestHeaderOf(exchange, 'idempotency-key')));
  controlThat(keys.size <= 1, `a retry of a chat carries ${show([...keys])}`, 'client.idempotency.same-key');
}

/** Codes that a plain chat is refused with, and the rules that cover how often it is then sent. */
const terminal = { code: 'invalid_request', most: 1, rule: 'client.retry.terminal' };
const unknown = { code: 'internal_error', most: 2, rule: 'client.retry.unknown-once' };

/** Requires that a plain chat refused with a code of this kind is reported with the code, and sent again no more often than the kind allows. */
export async function controlRefused(world: ClientWorld, kind: string | undefined): Promise<void> {
  const { code, most, rule } = kind === 'unknown' ? unknown : terminal;
  const { answer, requests } = await attempt(world, chat, [refusalAtOnce(code)]);
  const isReported = !answer.ok && answer.error.code === code;
  controlThat(
    isReported,
    `a chat refused with ${code} is reported otherwise: ${reportOf(answer)}`,
    'client.error.code-reported',
  );
  controlThat(requests.length <= most, `a chat refused with ${code} is sent ${requests.length} times`, rule);
}
