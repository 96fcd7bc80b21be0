import {
  type AnswerCoding,
  countTokens,
  GatewayError,
  type SeenRequest,
  type SentAnswer,
} from '@gateproof/simulator/behaviour';
import { errorTable } from '@gateproof/spec';
import { afterwards, allow, answering, beforehand, type Change, decide, overrule, remembering } from '../change.ts';
import type { Edit } from '../edits/fields.ts';
import { bodyOf, errorIn, isObject, type JsonObject, onceMore } from '../requests/seen.ts';
import { and, chats, everywhere, type Scope, where } from '../scopes/requests.ts';

/** Refuses the requests of a scope with a code before anything else looks at them. */
export const refuse = (scope: Scope, code: string, message = 'This is refused.'): Change =>
  beforehand(`answers ${code} ${scope.words}`, (request) =>
    scope.covers(request) ? new GatewayError(code, message, { scope: 'request' }) : undefined,
  );

/** Refuses the requests of a scope as invalid. */
export const reject = (scope: Scope, message?: string): Change => refuse(scope, 'invalid_request', message);

/** Fails at the requests of a scope, for no reason that a client could see. */
export const fail = (scope: Scope): Change => refuse(scope, 'internal_error');

type Answer = (request: SeenRequest) => SentAnswer | undefined;

/** Answers requests of a scope in place of doing what is asked; undefined: does it. `words`: with what. */
export const answerWith = (scope: Scope, words: string, answer: Answer): Change =>
  overrule('exchanges.shortCircuit', `answers ${words} ${scope.words}`, (present, request) => {
    return (scope.covers(request) ? answer(request) : undefined) ?? present(request);
  });

/** A body under 200. */
export const json = (body: unknown): SentAnswer => ({ status: 200, contentType: 'application/json', body });

/** Answers requests of a scope with an empty list. */
export const answerList = (scope: Scope) => answerWith(scope, 'a list', () => json({ object: 'list', data: [] }));

/** Answers requests of a scope like an earlier one of the same name that went well; `again`: other requests that are answered so. */
export const answerFirst = (scope: Scope, nameOf: (request: SeenRequest) => string, again: Scope = scope): Change =>
  remembering((first = new Map<string, SentAnswer>()) => [
    afterwards('', (request, answer) => {
      const isNoted = answer !== undefined && answer.status < 300 && scope.covers(request);
      if (isNoted && !first.has(nameOf(request))) first.set(nameOf(request), answer);
    }),
    answerWith(
      where(again, 'that are like an earlier one', (request) => first.has(nameOf(request))),
      'the first answer',
      (request) => first.get(nameOf(request)),
    ),
  ]);

/** A completion of a text. */
export const completion = (content: string, more: JsonObject = {}): SentAnswer =>
  json({
    ...{ id: 'chatcmpl_served', object: 'chat.completion', created: 1_790_000_000 },
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    ...more,
  });

/** Answers chat requests of a scope with a completion before anything else looks at them. */
export const serve = (scope: Scope) => answerWith(and(chats, scope), 'a completion', () => completion('Hello.'));
const isAccepted = ({ status }: SentAnswer) => status < 300;

function answerAs(summary: string, isMeant: (answer: SentAnswer) => boolean, scope: Scope, parts: Partial<SentAnswer>) {
  const shown = Object.values(parts).map((part) => (typeof part === 'object' ? JSON.stringify(part) : String(part)));
  return answering(`${summary} ${scope.words} with ${shown.join(' and ')}`, (answer, request) =>
    isMeant(answer) && scope.covers(request) ? { ...answer, ...parts } : answer,
  );
}

/** Answers accepted requests of a scope with another status, content type or body. */
export const acceptAs = (scope: Scope, parts: Partial<SentAnswer>): Change =>
  answerAs('answers accepted requests', isAccepted, scope, parts);

/** Answers an error of a scope with another status, content type or body. */
export const answerErrorAs = (code: string, scope: Scope, parts: Partial<SentAnswer>): Change =>
  answerAs(`answers ${code}`, (answer) => errorIn(answer)?.code === code, scope, parts);

/** Sends all errors of a scope with another status, content type or body. */
export const answerErrorsAs = (parts: Partial<SentAnswer>, scope: Scope = everywhere): Change =>
  answerAs('answers errors', ({ status }) => status >= 400, scope, parts);

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
  const { code, status } = typeof to === 'string' ? { code: to, status: row?.status } : to;
  const words = typeof to === 'string' ? code : `${code} with ${status}`;
  return answering(`answers ${from} as ${words} ${scope.words}`, (answer, request) => {
    const error = errorIn(answer);
    if (error?.code !== from || !scope.covers(request)) return answer;
    const changed = { ...error, code, ...(row?.kind && { kind: row.kind }) };
    return { ...answer, status: status ?? answer.status, body: { error: changed } };
  });
}

/** Edits the bodies of accepted requests of a scope. */
export const inAccepted = (scope: Scope, { words, change }: Edit): Change =>
  answering(`answers accepted requests ${scope.words} with ${words}`, (answer, request) =>
    isAccepted(answer) && isObject(answer.body) && scope.covers(request)
      ? { ...answer, body: change(answer.body) }
      : answer,
  );

/** Runs the last accepted request of a scope and an account again when it refuses one under the status. */
export const rerunWhenRefused = (scope: Scope, status = 400): Change =>
  remembering((last = new WeakMap<object, SeenRequest>()) =>
    afterwards(`runs the last accepted request ${scope.words} again at a ${status}`, (request, answer) => {
      const { account } = request;
      if (account === undefined || answer === undefined || !scope.covers(request)) return [];
      if (isAccepted(answer)) last.set(account, request);
      const latest = last.get(account);
      return answer.status === status && latest !== undefined ? [onceMore(latest)] : [];
    }),
  );

/** Sends the smallest valid request to the model although the request is refused with the status. */
export const askAnyway = (scope: Scope, status: number): Change =>
  afterwards(`asks the endpoint although it answers ${status} ${scope.words}`, (request, answer) => {
    if (answer?.status !== status || !isObject(request.body) || !scope.covers(request)) return [];
    const body = { model: bodyOf(request).model, messages: [{ role: 'user', content: 'hello' }] };
    return [onceMore({ ...request, body })];
  });

/** Codes the answers of a scope on their way. */
export const codeAnswers = (scope: Scope, coding: AnswerCoding): Change => {
  const { label = 'nothing', data, flushes } = coding;
  const when = { 'each-event': '', late: ' flushed late', 'at-end': ' held to the end' }[flushes ?? 'each-event'];
  return overrule(
    'exchanges.coding',
    `sends ${data} data${when} labelled ${label} ${scope.words}`,
    (present, request, answer) => (scope.covers(request) ? coding : present(request, answer)),
  );
};

type Resend = (body: JsonObject) => Partial<SentAnswer>;

/** Sends completions in JSON in another form. */
export const sendCompletions = (words: string, change: Resend, scope: Scope = everywhere): Change =>
  answering(`sends completions ${words} ${scope.words}`, (answer, request) =>
    request.route === 'chat' && answer.status === 200 && isObject(answer.body) && scope.covers(request)
      ? { ...answer, ...change(answer.body) }
      : answer,
  );

/** Sends completions as a stream of one chunk. */
export function sendEvents(scope: Scope): Change {
  const write = (body: JsonObject) => `data: ${JSON.stringify(body)}\n\ndata: [DONE]\n\n`;
  return sendCompletions('as events', (body) => ({ contentType: 'text/event-stream', body: write(body) }), scope);
}

/** Sends requests of a scope, once they are answered, to itself again without their key. */
export const runAgain = (scope: Scope, isMeant: (status: number | undefined) => boolean = () => true): Change =>
  afterwards(`runs requests again ${scope.words}`, (request, answer) =>
    isMeant(answer?.status) && scope.covers(request) ? [onceMore(request)] : [],
  );

/** Reports errors of the codes in a stream under status 200 although nothing was sent. */
export const reportInStream = (...codes: readonly string[]): Change =>
  allow('streaming.sendsEarlyErrorInStream', `reports ${codes.join(' and ')} in streams under 200`, (code) =>
    codes.includes(code),
  );

type FieldIn = (body: JsonObject, serviceField: string) => string | undefined;

/** Refuses more bodies, for a field where they are meant, or for the one that is found in them. */
export function refuseField(words: string, field: string | FieldIn, isMeant = (_body: JsonObject) => true): Change {
  const fieldIn: FieldIn = typeof field === 'string' ? () => field : field;
  return overrule('bodies.problem', `refuses ${words}`, (problem, body, serviceField) => {
    const refused = isMeant(body) ? fieldIn(body, serviceField) : undefined;
    return refused === undefined ? problem(body, serviceField) : { field: refused, wanted: 'is not accepted so' };
  });
}

/** Holds only these parts of the messages, each by itself, against the context window. */
export const countOnly = (words: string, partsOf: (messages: readonly JsonObject[]) => readonly unknown[]): Change =>
  decide('admission', `counts ${words} only against the context window`, {
    isTooLong: ({ messages }, { contextWindow }) =>
      partsOf(Array.isArray(messages) ? messages : []).some((part) => countTokens(part) > contextWindow),
  });
