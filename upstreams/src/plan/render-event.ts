import type { Frame, Wire } from './response-draft.ts';

/** One event or comment as it stands on the wire, with the blank line that ends it. */
export function renderEvent({ part, data }: Frame, { lineEnd, multiLineData }: Wire): string {
  if (part === 'comment') return `:${typeof data === 'string' ? data : JSON.stringify(data)}${lineEnd}${lineEnd}`;
  const text = typeof data === 'string' ? data : multiLineData ? JSON.stringify(data, null, 1) : JSON.stringify(data);
  if (!text.includes('\n')) return `data: ${text}${lineEnd}${lineEnd}`;
  return `data: ${text.replaceAll('\n', `${lineEnd}data: `)}${lineEnd}${lineEnd}`;
}
