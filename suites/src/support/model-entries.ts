import { type Exchange, isObject, type JsonObject, NotExercised, objectOf, SetupFailed } from '@gateproof/harness';
import type { ModelModality } from '@gateproof/spec';
import { modalityOf } from './submissions.ts';

/** The entries of a model list. */
export function entriesIn(exchange: Exchange): readonly JsonObject[] {
  const data = objectOf(exchange)?.data;
  return Array.isArray(data) ? data.filter(isObject) : [];
}

/** Their ids. */
export function idsIn(exchange: Exchange): readonly string[] {
  return entriesIn(exchange).flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
}

const withRoute: readonly ModelModality[] = Object.values(modalityOf);

/** Whether the contract has a route that runs models of the modality. */
export function hasRoute(modality: ModelModality): boolean {
  return withRoute.includes(modality);
}

/** The entry of a model; without one `SetupFailed`, or `NotExercised` where no route runs the model: it may be listed (freedom F017). */
export function listedEntry(
  exchange: Exchange,
  { id, modality }: { readonly id: string; readonly modality: ModelModality },
): JsonObject {
  const entry = entriesIn(exchange).find((candidate) => candidate.id === id);
  if (entry !== undefined) return entry;
  if (!hasRoute(modality)) throw new NotExercised(`${modality} models are not listed`);
  throw new SetupFailed(`${id} is not in the list`, { prerequisite: 'model.list.complete' });
}
