import { countTokens } from '@gateproof/simulator/behaviour';
import { type Change, decide, overrule } from '../change.ts';
import type { JsonObject } from '../edits/fields.ts';

type FieldIn = (body: JsonObject, serviceField: string) => string | undefined;

/** Refuses more bodies, for a field where they are meant, or for the one that is found in them. */
export function refuseField(
  words: string,
  field: string | FieldIn,
  isMeant: (body: JsonObject) => boolean = () => true,
): Change {
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
