import { countTokens, type SentAnswer } from '@gateproof/simulator/behaviour';
import { afterwards, answering, type Change, decide } from '../change.ts';
import { isObject, type JsonObject, onceMore } from '../requests/seen.ts';
import { everywhere, type Scope } from '../scopes/requests.ts';

/** Sends the smallest valid request to the model although the request is refused with the status. */
export const askAnyway = (scope: Scope, status: number): Change =>
  afterwards(`asks the endpoint although it answers ${status} ${scope.words}`, (request, answer) => {
    const { body } = request;
    if (answer?.status !== status || !isObject(body) || !scope.covers(request)) return [];
    return [onceMore({ ...request, body: { model: body.model, messages: [{ role: 'user', content: 'hello' }] } })];
  });

/** Counts some messages only against the context window. */
export const countOnly = (words: string, isCounted: (message: JsonObject) => boolean): Change =>
  decide('admission', `counts ${words} only against the context window`, {
    isTooLong: ({ messages }, { contextWindow }) =>
      Array.isArray(messages) && countTokens(messages.filter(isCounted)) > contextWindow,
  });

/** Sends completions in JSON in another form. */
export const sendCompletions = (
  words: string,
  change: (body: JsonObject) => Partial<SentAnswer>,
  scope: Scope = everywhere,
): Change =>
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
