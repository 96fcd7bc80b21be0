import { expectThat, type ScriptedAnswer } from '@gateproof/harness';
import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { attempt, controlOperation, type Operation, operations } from '../support/client/operations.ts';
import { errorAnswer } from '../support/client/replies.ts';
import { retried } from '../support/client/retried.ts';

const { chat } = operations;

interface Unknown {
  readonly operation: Operation;
  readonly answers: readonly ScriptedAnswer[];
}
const { wait_job: _polling, ...onceOperations } = operations;
const internal = errorAnswer('internal_error');
const onceRows: Readonly<Record<string, Unknown>> = {
  ...Object.fromEntries(
    Object.values(onceOperations).map((operation) => [operation.op, { operation, answers: [internal] }]),
  ),
  'with Retry-After': {
    operation: chat,
    answers: [errorAnswer('internal_error', { retry_after_ms: 0 }, { 'retry-after': '0' })],
  },
  'with provider_unavailable between': {
    operation: chat,
    answers: [internal, errorAnswer('provider_unavailable'), internal],
  },
};
const unknownOnce = clientRows('client.retry.unknown-once', onceRows, async (world, { operation, answers }) => {
  await controlOperation(world, operation);
  const { requests } = await attempt(world, operation, answers, {
    ...(operation.op.startsWith('create') ? { idempotencyKey: world.unique('key') } : {}),
  });
  const most = answers.length === 1 ? 2 : answers.length;
  expectThat(world, requests.length <= most, {
    expected: 'one retry at most after kind unknown',
    observed: `${requests.length} requests`,
  });
});

/** How often a client sends again after the service's own failure (Errors › Retry guidance by kind, unknown). */
const unknowns: readonly ClientCheck[] = [retried('client.retry.unknown', ['internal_error']), unknownOnce];
export default unknowns;
