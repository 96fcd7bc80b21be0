import { type Change, decide } from '../change.ts';
import type { JsonObject } from '../edits.ts';

/** Refuses valid bodies as well, for a field that `fieldIn` finds. */
export function refuseField(
  words: string,
  fieldIn: (body: JsonObject, serviceField: string) => string | false | undefined,
): Change {
  return decide('bodies', `refuses ${words}`, ({ problem }) => ({
    problem(body, serviceField) {
      const field = fieldIn(body, serviceField);
      return typeof field === 'string' ? { field, wanted: 'is not accepted so' } : problem(body, serviceField);
    },
  }));
}
