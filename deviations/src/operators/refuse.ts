import { GatewayError } from '@gateproof/simulator/behaviour';
import { errorTable } from '@gateproof/spec';
import type { Change } from '../change.ts';
import { errorIn } from '../requests/seen.ts';
import { and, chats, everywhere, type Scope } from '../scopes/requests.ts';
import { answerErrorAs } from './answer-as.ts';
import { answerWith, json } from './answer-with.ts';
import { answering, beforehand } from './exchanges.ts';

/** Refuses the requests of a scope with a code before anything else looks at them. */
export const refuse = (scope: Scope, code: string, message = 'This is refused.'): Change =>
  beforehand(`answers ${code} ${scope.words}`, (request) =>
    scope.covers(request) ? new GatewayError(code, message, { scope: 'request' }) : undefined,
  );

/** Refuses the requests of a scope as invalid. */
export const reject = (scope: Scope, message?: string): Change => refuse(scope, 'invalid_request', message);

/** Fails at the requests of a scope, for no reason that a client could see. */
export const fail = (scope: Scope): Change => refuse(scope, 'internal_error');

const completion = {
  id: 'chatcmpl_served',
  object: 'chat.completion',
  created: 1_790_000_000,
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello.' }, finish_reason: 'stop' }],
};

/** Answers chat requests of a scope with a completion before anything else looks at them. */
export const serve = (scope: Scope): Change => answerWith(and(chats, scope), 'a completion', () => json(completion));

/** Answers an error under another status. */
export const restatus = (code: string, status: number, scope: Scope = everywhere): Change =>
  answerErrorAs(code, scope, { status });

interface Answered {
  readonly code: string;
  readonly status: number;
}

/** Answers an error as another code, by default under the status and with the kind that the table of codes has for it. */
export function recode(from: string, to: string | Answered, scope: Scope = everywhere): Change {
  const row = typeof to === 'string' ? errorTable.get(to) : undefined;
  const { code, status: own } = typeof to === 'string' ? { code: to, status: row?.status } : to;
  const kind = row?.kind ?? undefined;
  const words = typeof to === 'string' ? code : `${code} with ${to.status}`;
  return answering(`answers ${from} as ${words} ${scope.words}`, (answer, request) => {
    const error = errorIn(answer);
    if (error?.code !== from || !scope.covers(request)) return answer;
    const status = own ?? answer.status;
    return { ...answer, status, body: { error: { ...error, code, ...(kind === undefined ? {} : { kind }) } } };
  });
}
