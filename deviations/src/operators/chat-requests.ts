import { countTokens } from '@gateproof/simulator/behaviour';
import { type Change, decide } from '../change.ts';
import { answering, besides, chargeAgain, isObject, type JsonObject } from '../changes/exchange-changes.ts';
import { everywhere, type Scope } from '../scopes.ts';

/** Sends the smallest valid request to the model although the request is refused with the status. */
export function askAnyway(scope: Scope, status: number): Change {
  return {
    summary: `asks the endpoint although it answers ${status} ${scope.words}`,
    apply: besides((request, answer) => {
      const { path, headers, body: asked } = request;
      if (answer?.status !== status || !isObject(asked) || !scope.covers(request)) return [];
      const body = { model: asked.model, messages: [{ role: 'user', content: 'hello' }] };
      return [{ method: 'POST', path, headers: { authorization: String(headers.authorization) }, body }];
    }),
  };
}

/** Charges the requests of a scope for a second generation, as far as their answer is so. */
export function chargeFor(
  scope: Scope,
  words: string,
  isMeant: (answer: { readonly status: number; readonly body: JsonObject }, asked: JsonObject) => boolean,
): Change {
  return {
    summary: `charges once more ${scope.words} ${words}`,
    apply: besides((request, answer) => {
      const { body: asked } = request;
      const isHit = isObject(answer?.body) && isObject(asked) && scope.covers(request);
      if (isHit && isMeant({ status: answer.status, body: answer.body }, asked)) chargeAgain(request);
      return [];
    }),
  };
}

/** Charges the chat requests that it refuses with the code. */
export function chargeRefused(scope: Scope, code: string): Change {
  return chargeFor(
    scope,
    `that it refuses with ${code}`,
    ({ body: { error } }) => isObject(error) && error.code === code,
  );
}

/** Records the last generation of the account once more, at no cost. */
export function recordAgain(scope: Scope): Change {
  return {
    summary: `records requests twice ${scope.words}`,
    apply: besides((request, answer) => {
      const last = request.account?.generations.at(-1);
      const isServed = answer === undefined || answer.status === 200;
      if (last === undefined || !isServed || !scope.covers(request)) return [];
      request.account?.generations.push({ ...last, id: `${last.id}b`, chargedUsd: 0 });
      return [];
    }),
  };
}

/** Leaves the context window out of account for requests of a scope. */
export function skipWindow({ words, covers }: Scope<{ readonly body: unknown }>): Change {
  return decide('admission', `does not look at the context window ${words}`.trimEnd(), ({ skips }) => ({
    skips: (step, caller, request) => (step === 'context' && covers(request)) || skips(step, caller, request),
  }));
}

/** Counts some messages only against the context window. */
export function countOnly(words: string, isCounted: (message: JsonObject) => boolean): Change {
  return decide('admission', `counts ${words} only against the context window`, {
    isTooLong: ({ messages }, { contextWindow }) =>
      Array.isArray(messages) && countTokens(messages.filter(isCounted)) > contextWindow,
  });
}

/** Sends completions in JSON in another form. */
export function sendCompletions(
  words: string,
  change: (body: JsonObject) => { readonly status?: number; readonly contentType?: string; readonly body?: unknown },
  scope: Scope = everywhere,
): Change {
  return {
    summary: `sends completions ${words} ${scope.words}`.trimEnd(),
    apply: answering((answer, request) =>
      request.route === 'chat' && answer.status === 200 && isObject(answer.body) && scope.covers(request)
        ? { ...answer, ...change(answer.body) }
        : answer,
    ),
  };
}

/** Sends completions as a stream of one chunk. */
export function sendEvents(scope: Scope): Change {
  const asEvents = (body: JsonObject) => ({
    contentType: 'text/event-stream',
    body: `data: ${JSON.stringify(body)}\n\ndata: [DONE]\n\n`,
  });
  return sendCompletions('as events', asEvents, scope);
}
