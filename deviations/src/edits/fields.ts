import type { JobView } from '@gateproof/simulator/behaviour';
import { errorTable, isObject, type JsonObject } from '@gateproof/spec';

export type { JsonObject };

/** A change of a JSON object that describes itself. */
export interface Edit {
  /** What is wrong then, as a noun phrase: `output[].url as an object`. */
  readonly words: string;
  readonly change: (object: JsonObject) => JsonObject;
}

/** Changes whole objects; an edit that sees more than the object has it as `seen`. */
export const rewrite = <Seen extends readonly unknown[] = []>(
  words: string,
  change: (object: JsonObject, ...seen: Seen) => JsonObject,
) => ({ words, change });

/**
 * Edits one field where it is present. `path` names it: `usage.cost`, or `output[].url` for that of every item. `*_metadata` stands for the
 * field of that ending, whatever the service's prefix.
 */
export function edit(path: string, words: string, change: (present: unknown) => unknown): Edit {
  return rewrite(`${path} ${words}`, (object) => inPath(object, path.split('.'), replaced(change)));
}

/** Leaves a field out. */
export const drop = (path: string): Edit => rewrite(`no ${path}`, (object) => inPath(object, path.split('.'), without));

/** Gives a field another value where it is present. */
export const replace = (path: string, value: unknown): Edit => edit(path, `as ${JSON.stringify(value)}`, () => value);

/** Gives a field a value whether it was there or not. */
export const set = (path: string, value: unknown): Edit =>
  rewrite(`${path} as ${JSON.stringify(value)}`, (object) =>
    inPath(object, path.split('.'), (inner, field) => ({ ...inner, [field]: value })),
  );

/** Gives a field a value where it is not there. */
export const fill = (path: string, value: unknown): Edit =>
  rewrite(`${path} as ${JSON.stringify(value)} where there is none`, (object) =>
    inPath(object, path.split('.'), (inner, field) =>
      inner[field] === undefined ? { ...inner, [field]: value } : inner,
    ),
  );

const types = {
  text: (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value)),
  number: () => 7,
  list: (value: unknown) => [value],
  object: (value: unknown) => ({ value }),
  null: () => null,
} as const;

/** Gives a present field a value of another type. */
export function retype(path: string, type: keyof typeof types): Edit {
  const article = type === 'object' ? 'an object' : type === 'text' || type === 'null' ? type : `a ${type}`;
  return edit(path, `as ${article}`, types[type]);
}

/** Gives a present field another name. */
export const rename = (path: string, name: string): Edit =>
  rewrite(`${path} as ${name}`, (object) =>
    inPath(object, path.split('.'), (inner, field) =>
      inner[field] === undefined ? inner : { ...without(inner, field), [name]: inner[field] },
    ),
  );

/** The edit of an inner object, or of each object of an inner list. */
export function within(path: string, { words, change }: Edit): Edit {
  const into = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(into);
    return isObject(value) ? change(value) : value;
  };
  return rewrite(`${words} in ${path}`, (object) => inPath(object, path.split('.'), replaced(into)));
}

/** Adds text behind a present one. */
export const append = (path: string, text: string): Edit =>
  edit(path, `with ${text} behind it`, (present) => `${String(present)}${text}`);

/** Several edits, one after the other. */
export const all = (...edits: readonly Edit[]): Edit =>
  rewrite(edits.map(({ words }) => words).join(' and '), (object) =>
    edits.reduce((present, { change }) => change(present), object),
  );

/** The edit where the object is of one kind, as its words say. */
export const when = (words: string, holds: (object: JsonObject) => boolean, inner: Edit): Edit =>
  rewrite(`${inner.words} ${words}`, (object) => (holds(object) ? inner.change(object) : object));

/** Some fields of an object. */
export const pick = (object: unknown, ...names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(isObject(object) ? object : {}).filter(([name]) => names.includes(name)));

/** The object with each field changed. */
export const mapFields = (object: object, change: (field: unknown, name: string) => unknown): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([name, field]) => [name, change(field, name)]));

/** The object without the field. */
export function without(object: JsonObject, field: string): JsonObject {
  const { [field]: _left, ...rest } = object;
  return rest;
}

type FieldChange = (inner: JsonObject, field: string) => JsonObject;

const replaced =
  (change: (present: unknown) => unknown): FieldChange =>
  (inner, field) =>
    inner[field] === undefined ? inner : { ...inner, [field]: change(inner[field]) };

function inPath(object: JsonObject, [step = '', ...rest]: readonly string[], change: FieldChange): JsonObject {
  const name = step.replace('[]', '');
  const ending = name.slice(1).toLowerCase();
  const named = name.startsWith('*') && Object.keys(object).find((key) => key.toLowerCase().endsWith(ending));
  const field = named || name;
  if (rest.length === 0) return change(object, field);
  const inner = object[field];
  const into = (item: unknown) => (isObject(item) ? inPath(item, rest, change) : item);
  if (inner === undefined) return object;
  return { ...object, [field]: step.endsWith('[]') && Array.isArray(inner) ? inner.map(into) : into(inner) };
}

/** An edit of a rendered Job that may depend on the job as well. */
export interface JobEdit {
  readonly words: string;
  readonly change: (rendered: JsonObject, view: JobView) => JsonObject;
}

/** The job as one that failed with the code. `kind` by default that of the code. */
export function asFailed(code: string, kind: string = errorTable.get(code)?.kind ?? 'unknown'): Edit {
  const error = { code, kind, message: 'It did not work.' };
  const { change } = all(drop('output'), drop('usage'), set('state', 'failed'), set('error', error));
  return rewrite(`state as "failed" with ${code} as ${kind}`, change);
}

/** The job in another final state, with all that it has. */
export function relabeled(state: 'failed' | 'canceled'): Edit {
  const error = { code: 'internal_error', kind: 'unknown', message: 'It failed.' };
  return rewrite(`state as "${state}" and an error`, all(set('state', state), set('error', error)).change);
}

export const asRunning: Edit = rewrite(
  'state as "processing"',
  all(drop('completed_at'), drop('output'), drop('usage'), drop('error'), set('state', 'processing')).change,
);

/** A present time as that of the rendering, and so many ms. */
export const asNow = (field: string, ms = 0): JobEdit =>
  rewrite(`${field} as the time of the answer`, (rendered, { nowMs }) =>
    rendered[field] === undefined ? rendered : { ...rendered, [field]: new Date(nowMs + ms).toISOString() },
  );

type ChangeItem = (item: JsonObject, view: JobView, place: number) => JsonObject;

/** Edits the items of the output. `place` counts from 0. */
export const inItems = (words: string, change: ChangeItem): JobEdit =>
  rewrite(`output with ${words}`, (rendered, view) =>
    Array.isArray(rendered.output)
      ? { ...rendered, output: rendered.output.map((item, place) => change(item, view, place)) }
      : rendered,
  );

/** An edit of every item of the output but the first. */
export const inLaterItems = ({ words, change }: Edit): JobEdit =>
  inItems(`${words} in all but the first item`, (item, _view, place) => (place === 0 ? item : change(item)));

/** The files of a job as deleted so many ms after its end. */
export const purgedAfter = (ms: number): JobEdit =>
  inItems(`files as deleted ${ms / 60_000} minutes after the end`, (item, { job: { stage } }) => {
    const { url: _url, url_expires_at: _at, ...facts } = item;
    if (!('completedAtMs' in stage)) return item;
    return { ...facts, purged_at: new Date(stage.completedAtMs + ms).toISOString() };
  });

/** Whether a chunk finishes its reply. */
export const isFinish = ({ choices }: JsonObject): boolean =>
  Array.isArray(choices) && typeof choices[0]?.finish_reason === 'string';

/** Whether a chunk has no choices, as one that only counts tokens. */
export const hasNoChoices = ({ choices }: JsonObject): boolean => Array.isArray(choices) && choices.length === 0;

/** Whether a chunk has text for the client. */
export const hasContent = (chunk: object): boolean => /"content":"[^"]/.test(JSON.stringify(chunk));
