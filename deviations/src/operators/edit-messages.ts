import type { CompletionIdentity } from '@gateproof/simulator/behaviour';
import { answering, answeringBody, type Change, decide, overrule } from '../change.ts';
import { type Edit, type JobEdit, type JsonObject, when } from '../edits/fields.ts';
import { errorIn } from '../requests/seen.ts';
import { allOf, type JobScope } from '../scopes/jobs.ts';
import { everywhere, type Scope } from '../scopes/requests.ts';

/** Answers of JSON to the requests of a scope. */
export const inAnswers = (scope: Scope, { words, change }: Edit): Change =>
  answeringBody(`sends ${words} ${scope.words}`, (body, request) => (scope.covers(request) ? change(body) : body));

/** Answers everywhere. */
export const inEveryAnswer = (edit: Edit): Change => inAnswers(everywhere, edit);

/** Every rendered Job, in answers and in events, or those that the scopes cover. */
export function inJobs({ words, change }: JobEdit, ...scopes: readonly JobScope[]): Change {
  const scope = allOf(scopes);
  return overrule('jobs.render', `renders jobs with ${words} ${scope.words}`, (render, view) =>
    scope.covers(view) ? change(render(view), view) : render(view),
  );
}

/** Every rendered Model, in the list and by itself; or in one of them. */
export function inModels({ words, change }: Edit, only?: 'list' | 'get'): Change {
  const place = only === undefined ? '' : only === 'list' ? ' in the list' : ' when asked for one';
  return overrule('models.render', `renders models with ${words}${place}`, (render, model, where) => {
    const present = render(model, where);
    return only === undefined || only === where ? change(present) : present;
  });
}

/** The `error` object of every envelope and failure chunk, or of those with one of the codes. */
export function inErrors({ words, change }: Edit, ...codes: readonly string[]): Change {
  const of = codes.length === 0 ? '' : ` for ${codes.join(' and ')}`;
  return decide('errors', `sends errors with ${words}${of}`, (present) => ({
    body(error, requestId) {
      const body = present.body.call(this, error, requestId);
      return codes.length === 0 || codes.includes(error.code) ? change(body) : body;
    },
  }));
}

/** Whole completions; `served` is what the endpoint said. */
export const inCompletions = (
  summary: string,
  change: (completion: JsonObject, served: JsonObject, identity: CompletionIdentity) => JsonObject,
): Change =>
  overrule('completions.completion', summary, (completion, served, identity) =>
    change(completion(served, identity), served, identity),
  );

export const inWholeCompletions = ({ words, change }: Edit): Change =>
  inCompletions(`sends completions with ${words}`, (body) => change(body));

/** What endpoints are sent. */
export const inUpstreamRequests = ({ words, change }: Edit): Change =>
  overrule('routing.upstreamBody', `sends endpoints ${words}`, (upstreamBody, body, model, serviceField) =>
    change(upstreamBody(body, model, serviceField)),
  );

/** The error of a code, sent to the requests of a scope. */
export const inErrorsTo = (scope: Scope, code: string, { words, change }: Edit): Change =>
  answering(`sends ${code} with ${words} ${scope.words}`, (answer, request) => {
    const error = errorIn(answer);
    if (error?.code !== code || !scope.covers(request)) return answer;
    return { ...answer, body: { error: change(error) } };
  });

/** What fallback models are sent. */
export const inFallbackRequests = ({ words, change }: Edit): Change =>
  overrule('routing.upstreamBody', `sends fallback models ${words}`, (present, body, model, serviceField) => {
    const sent = present(body, model, serviceField);
    return model.id === body.model ? sent : change(sent);
  });

/** The edit of what is sent for streams. */
export const ofStreams = (inner: Edit): Edit => when('of streams', ({ stream }) => stream === true, inner);
