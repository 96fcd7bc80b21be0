import type { CompletionIdentity, Model } from '@gateproof/simulator/behaviour';
import { type FieldType, fieldRows, type TableResource } from '@gateproof/spec';
import { answering, answeringBody, type Change, decide, overrule } from '../change.ts';
import { drop, type Edit, type JobEdit, type JsonObject, retype, when } from '../edits/fields.ts';
import { unixSeconds } from '../edits/texts.ts';
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

type ChangeReply = (completion: JsonObject, served: JsonObject, identity: CompletionIdentity) => JsonObject;

/** Whole completions; `served` is what the endpoint said. */
export const inCompletions = (summary: string, change: ChangeReply): Change =>
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

/** The edit where a model is of the modality. */
export const ofModality = (modality: string, edit: Edit): Edit =>
  when(`of ${modality} models`, (model) => model.modality === modality, edit);

type Models = readonly Model[];
type ChooseModels = (seen: Models, allowed: readonly string[] | undefined, all: Models) => Models;

/** Which models the list shows to a key. `seen`: the right ones; `allowed`: the key's model set; `all`: those of the account. */
export const listModels = (words: string, choose: ChooseModels): Change =>
  overrule('models.visible', `lists ${words}`, (visible, models, allowed) =>
    choose(visible(models, allowed), allowed, models),
  );

type Finds = (model: Model, id: string) => boolean;

/** Which model a path names; `finds`: whether it names this one. */
export const findModels = (words: string, matches: (...of: [...Parameters<Finds>, Finds]) => boolean): Change =>
  overrule('models.matches', `finds ${words}`, (finds, model, id) => matches(model, id, finds));

const number = (path: string) => retype(path, 'number');
const text = (path: string) => retype(path, 'text');
const ofOtherType: Readonly<Record<FieldType, (path: string) => Edit>> = {
  'a string': number,
  'a non-empty string': number,
  'an integer': text,
  'an integer of at least zero': text,
  'a number': text,
  'a number of at least zero': text,
  'a date-time': unixSeconds,
  'an object': text,
  'an array of objects': (path) => retype(path, 'object'),
  'an array of strings': text,
};

/** Rows for the table of a resource's fields: each that is required left out, and each of another type. */
export function ofFields(
  resource: TableResource,
  inMessages: (edit: Edit) => Change,
): Readonly<Record<string, Change>> {
  const changes = fieldRows(resource).flatMap(({ rule, path: written, type, required }) => {
    const [key, path] = [rule.replace(`${resource}.field.`, ''), written.replace('svc_metadata', '*_metadata')];
    const wrong = [`${key}.type`, inMessages(ofOtherType[type](path))] as const;
    return required === true ? [[`${key}.present`, inMessages(drop(path))] as const, wrong] : [wrong];
  });
  return Object.fromEntries(changes);
}
