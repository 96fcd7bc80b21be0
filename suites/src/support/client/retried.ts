import { expectThat } from '@gateproof/harness';
import { type ClientCheck, clientRows } from './define-client-check.ts';
import { attempt, controlOperation, type Operation, operations } from './operations.ts';
import { errorAnswer } from './replies.ts';

const { chat } = operations;

interface Failure {
  readonly code: string;
  readonly operation: Operation;
  readonly waits: 'at once' | 'as it likes';
}

/** A check that the client sends again after each of these codes, and reports what its retry was served. */
export function retried(rule: string, codes: readonly [string, ...string[]]): ClientCheck {
  const [first] = codes;
  const rows: Readonly<Record<string, Failure>> = {
    ...Object.fromEntries(codes.map((code): [string, Failure] => [code, { code, operation: chat, waits: 'at once' }])),
    [`${first} without Retry-After`]: { code: first, operation: chat, waits: 'as it likes' },
    [`${first} of a stream`]: { code: first, operation: operations.chat_stream, waits: 'at once' },
  };
  return clientRows(rule, rows, async (world, { code, operation, waits }) => {
    await controlOperation(world, operation);
    const failure =
      waits === 'at once' ? errorAnswer(code, { retry_after_ms: 0 }, { 'retry-after': '0' }) : errorAnswer(code);
    const { requests } = await attempt(world, operation, [failure, operation.served]);
    expectThat(world, requests.length >= 2, {
      expected: `a retry after ${code}`,
      observed: `${requests.length} request`,
    });
  });
}
