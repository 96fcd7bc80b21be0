import type { WireRequest } from './bad-request.ts';
import type { Outcome } from './connection.ts';
import type { WireAnswer } from './read-answers.ts';

export const faultKinds = ['without-envelope', 'server-error', 'hang', 'unanswered'] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface Fault {
  readonly kind: FaultKind;
  /** What came, in one line. */
  readonly what: string;
}

/** What is wrong with what came back. */
export function faultsOf(request: WireRequest, { answers, rest, isHung }: Outcome): readonly Fault[] {
  const faults = answers.flatMap((answer) => faultOf(request, answer) ?? []);
  if (isHung) faults.push({ kind: 'hang', what: `${answers.length} answers, then nothing: ${rest.slice(0, 200)}` });
  else if (rest !== '') faults.push({ kind: 'without-envelope', what: `what is no answer: ${rest.slice(0, 200)}` });
  else if (answers.length === 0 && saysSomething(request)) faults.push({ kind: 'unanswered', what: 'no answer' });
  return faults;
}

/** Whether bytes were sent that ask for an answer: empty lines do not. */
function saysSomething({ bytes }: WireRequest): boolean {
  return bytes.toString('latin1').trim() !== '';
}

function faultOf({ method }: WireRequest, { status, head, body }: WireAnswer): Fault | undefined {
  const what = `${status} ${body.slice(0, 300)}`;
  if (!(status >= 200 && status < 600)) return { kind: 'without-envelope', what };
  if (status >= 500) return { kind: 'server-error', what };
  if (method === 'HEAD' || status < 400) return undefined;
  return hasEnvelope(head, body) ? undefined : { kind: 'without-envelope', what };
}

const kinds: readonly unknown[] = ['terminal', 'unavailable', 'rate_limit', 'timeout', 'unknown'];
const scopes: readonly unknown[] = ['request', 'model', 'route', null];

/** Errors: one key `error` with all that is always present, as JSON, and no stack in it. */
function hasEnvelope(head: string, body: string): boolean {
  if (!/\r\ncontent-type: application\/json/.test(head)) return false;
  try {
    const { error, ...rest } = JSON.parse(body);
    const { code, message, kind, scope, type, param } = error;
    const texts = [code, message, type];
    return (
      Object.keys(rest).length === 0 &&
      texts.every((text) => typeof text === 'string' && text !== '') &&
      kinds.includes(kind) &&
      scopes.includes(scope) &&
      param === null &&
      !/\n\s+at /.test(message)
    );
  } catch {
    return false;
  }
}
