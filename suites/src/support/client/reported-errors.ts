import { type ClientWorld, controlThat, isObject, type ScriptedAnswer } from '@gateproof/harness';
import { reportOf, requireFailure } from './expectations.ts';
import { type Attempt, attempt, type Operation } from './operations.ts';

/** The rule that covers how a refusal of the operation is reported. */
const refusalRule = ({ op }: Pick<Operation, 'op'>): string =>
  op === 'chat_stream' ? 'client.stream.refused' : 'client.error.code-reported';

/** What an error is called, and the rules that cover that it is reported at all, and with its code. */
function placeOf(operation: Operation, { events, body }: ScriptedAnswer) {
  if (events !== undefined)
    return { what: 'an error in a stream', noticed: 'client.stream.error-noticed', coded: 'client.stream.error-code' };
  const rule = isObject(body) ? refusalRule(operation) : 'client.error.no-envelope';
  return { what: `a refused ${operation.op}`, noticed: rule, coded: rule };
}

/** Requires that the error was reported as a failure. Throws `SetupFailed` with the rule that covers errors of that place. */
export function requireReported(
  operation: Operation,
  error: ScriptedAnswer,
  { answer }: Pick<Attempt, 'answer'>,
): void {
  const { what, noticed } = placeOf(operation, error);
  requireFailure(answer, what, noticed);
}

/** Requires that an error in one of its usual forms is reported with its code: only then does another form of it show anything. */
export async function controlReported(
  world: ClientWorld,
  operation: Operation,
  [error = {}, ...others]: readonly ScriptedAnswer[],
  code: string,
): Promise<void> {
  const heard = await attempt(world, operation, [error]);
  if (others.length > 0 && (heard.answer.ok || heard.answer.error.code !== code))
    return controlReported(world, operation, others, code);
  requireReported(operation, error, heard);
  const isCode = !heard.answer.ok && heard.answer.error.code === code;
  const { what, coded } = placeOf(operation, error);
  controlThat(isCode, `${what} is not reported with its code ${code}: ${reportOf(heard.answer)}`, coded);
}
