import type { WebhookEvent } from '@gateproof/harness';

type Field = readonly [name: string, value: unknown];

/** The same value with the fields of each object in the opposite order. */
export const reversed = (value: unknown): unknown => reordered(value, (fields) => fields.toReversed());

/** The same value with the fields of each object in the order of their names. */
export const inOrder = (value: unknown): unknown =>
  reordered(value, (fields) => fields.toSorted(([one], [other]) => (one < other ? -1 : 1)));

function reordered(value: unknown, order: (fields: readonly Field[]) => readonly Field[]): unknown {
  if (Array.isArray(value)) return value.map((item) => reordered(item, order));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(order(Object.entries(value)).map(([name, inner]) => [name, reordered(inner, order)]));
}

const escapeOf = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** An event as JSON in other bytes: in another order, with spaces, and with an id of which the first or the last character is an escape. */
export function respelled(event: WebhookEvent): readonly string[] {
  const { id } = event;
  const withId = (spelled: string) => JSON.stringify(event).replace(`"${id}"`, `"${spelled}"`);
  return [
    JSON.stringify(reversed(event)),
    JSON.stringify(event, null, 2).replaceAll('": ', '" : '),
    withId(`${escapeOf(id.slice(0, 1))}${id.slice(1)}`),
    withId(`${id.slice(0, -1)}${escapeOf(id.slice(-1))}`),
  ];
}
