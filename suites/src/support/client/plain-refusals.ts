import { type ClientWorld, controlThat, isObject, type ScriptedAnswer } from '@gateproof/harness';
import { chatParams, reportOf, requireFailure } from './expectations.ts';
import { type Attempt, attempt, type Operation } from './operations.ts';
import { chunk, errorObject, event, refusalAtOnce } from './replies.ts';

/** The rule that covers how a refusal of the operation is reported. */
export const refusalRule = ({ op }: Pick<Operation, 'op'>): string =>
  op === 'chat_stream' ? 'client.stream.refused' : 'client.error.code-reported';

/** A stream that ends with an error of this code after its first content. */
export const failingStream = (code: string, more: Readonly<Record<string, unknown>> = {}): ScriptedAnswer => ({
  events: [event(chunk('Hello')), event({ error: errorObject(code, more) }), 'data: [DONE]\n\n'],
});

/** What an error is called, and the rules that cover that it is reported at all, and with its code. */
function placeOf(operation: Operation, { events, body }: ScriptedAnswer) {
  if (events !== undefined)
    return { what: 'an error in a stream', noticed: 'client.stream.error-noticed', coded: 'client.stream.error-code' };
  const rule = isObject(body) ? refusalRule(operation) : 'client.error.no-envelope';
  return { what: `a refused ${operation.op}`, noticed: rule, coded: rule };
}

/** Requires that the error was reported as a failure. Throws `SetupFailed` with the rule that covers errors in such a place. */
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

const chat = { op: 'chat', params: chatParams, path: '/v1/chat/completions' } as const;
/** A plain chat refused with a code of the kind; the rules that cover how it is reported, and how often it is sent. */
const plainCodes: Readonly<Record<string, { readonly code: string; readonly most: number; readonly rule: string }>> = {
  terminal: { code: 'invalid_request', most: 1, rule: 'client.retry.terminal' },
  unknown: { code: 'internal_error', most: 2, rule: 'client.retry.unknown-once' },
};

/** Requires that a plain chat refused with a code of this kind is reported with the code, and sent again no more often than the kind allows. */
export async function controlRefused(world: ClientWorld, kind: string | undefined): Promise<void> {
  const { code, most, rule } = plainCodes[kind ?? ''] ?? plainCodes.terminal ?? { code: '', most: 1, rule: '' };
  const { answer, requests } = await attempt(world, chat, [refusalAtOnce(code)]);
  const isReported = !answer.ok && answer.error.code === code;
  controlThat(isReported, `a chat refused with ${code} is reported otherwise: ${reportOf(answer)}`, refusalRule(chat));
  controlThat(requests.length <= most, `a chat refused with ${code} is sent ${requests.length} times`, rule);
}
