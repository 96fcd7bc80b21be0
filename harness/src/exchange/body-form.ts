import type { Exchange } from './exchange.ts';
import { mediaTypeOf } from './headers.ts';
import { jsonOf } from './json-of.ts';
import { streamOf } from './stream-of.ts';

/**
 * The form that the bytes of an answer have, whatever its content type says.
 *
 * - `empty`: no bytes
 * - `events`: server-sent events, or their comments alone
 * - `json`: one JSON value
 * - `html`: a page
 * - `text`: anything else
 */
export type BodyForm = 'empty' | 'events' | 'json' | 'html' | 'text';

/** The form of the response's body; `empty` without a response. */
export function bodyFormOf(exchange: Exchange): BodyForm {
  const body = exchange.response?.body ?? new Uint8Array();
  if (body.length === 0) return 'empty';
  if (jsonOf(exchange).ok) return 'json';
  if (/^\s*</.test(Buffer.from(body.subarray(0, 1_024)).toString())) return 'html';
  const { events, comments } = streamOf(exchange);
  return events.length > 0 || comments.length > 0 ? 'events' : 'text';
}

/** The form that the content type announces; undefined for a type that announces none of them. */
export function announcedFormOf(exchange: Exchange): BodyForm | undefined {
  const type = mediaTypeOf(exchange);
  if (type === 'text/event-stream') return 'events';
  if (type === 'application/json' || type.endsWith('+json')) return 'json';
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  return type === 'text/plain' ? 'text' : undefined;
}
