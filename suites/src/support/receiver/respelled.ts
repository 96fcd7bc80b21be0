import type { WebhookEvent } from '@gateproof/harness';

/** The same value with the fields of each object in the opposite order. */
export function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, inner]) => [name, reversed(inner)]),
  );
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
