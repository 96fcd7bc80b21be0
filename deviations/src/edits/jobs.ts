import type { JobView } from '@gateproof/simulator/behaviour';
import { errorTable } from '@gateproof/spec';
import { all, drop, type Edit, type JsonObject, rewrite, set } from './fields.ts';

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

/** Edits the items of the output. `place` counts from 0. */
export const inItems = (
  words: string,
  change: (item: JsonObject, view: JobView, place: number) => JsonObject,
): JobEdit =>
  rewrite(`output with ${words}`, (rendered, view) =>
    Array.isArray(rendered.output)
      ? { ...rendered, output: rendered.output.map((item, place) => change(item, view, place)) }
      : rendered,
  );

/** An edit of every item of the output but the first. */
export const inLaterItems = ({ words, change }: Edit): JobEdit =>
  inItems(`${words} in all but the first item`, (item, _view, place) => (place === 0 ? item : change(item)));
