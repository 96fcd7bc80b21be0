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

/** An event as JSON in other bytes: in another order, with spaces, and with an id of which a letter is an escape. */
export function respelled(event: WebhookEvent): readonly string[] {
  const text = JSON.stringify(event);
  return [
    JSON.stringify(reversed(event)),
    JSON.stringify(event, null, 2).replaceAll('": ', '" : '),
    text.replace(`"${event.id}"`, `"\\u${event.id.charCodeAt(0).toString(16).padStart(4, '0')}${event.id.slice(1)}"`),
  ];
}
