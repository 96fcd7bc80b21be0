import { type Exchange, isObject, type JsonObject, objectOf } from '@gateproof/harness';

/** The entries of a model list. */
export function entriesIn(exchange: Exchange): readonly JsonObject[] {
  const data = objectOf(exchange)?.data;
  return Array.isArray(data) ? data.filter(isObject) : [];
}

/** Their ids. */
export function idsIn(exchange: Exchange): readonly string[] {
  return entriesIn(exchange).flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
}
