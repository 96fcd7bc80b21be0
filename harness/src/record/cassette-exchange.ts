import type { CassetteEvent, CassetteExchange, CassetteRequest, CassetteResponse } from '@gateproof/spec';
import { bodyText } from '../exchange/body-text.ts';
import type { Exchange, ReceivedResponse } from '../exchange/exchange.ts';
import { mediaTypeOf } from '../exchange/headers.ts';
import type { SseComment, SseEvent } from '../exchange/sse.ts';
import { streamOf } from '../exchange/stream-of.ts';

/** Headers of an answer that a client may act on. Others are of the connection, or say something of the server's own. */
const keptHeaders =
  /^(content-(type|encoding|language)|cache-control|location|retry-after(-ms)?|x-should-retry|x-ratelimit-.+|x-(.+-)?request-id|x-.+-id)$/i;

/** What of an exchange is written down. Undefined where no answer came, which can't be played. Times are rounded to whole milliseconds. */
export function cassetteExchange(exchange: Exchange, target: string): CassetteExchange | undefined {
  const { response } = exchange;
  return response === undefined
    ? undefined
    : { request: cassetteRequest(exchange, target), response: cassetteResponse(exchange, response) };
}

/** A body that is not JSON is left out: a form has another boundary each time. */
function cassetteRequest({ request: { method, url, body } }: Exchange, target: string): CassetteRequest {
  const json = plainJson(bodyText(body) ?? '');
  return { method, path: url.slice(target.length), ...(json === undefined ? {} : { json }) };
}

function cassetteResponse(exchange: Exchange, response: ReceivedResponse): CassetteResponse {
  const { status, headers, headersAtMs, coding } = response;
  // A body that could be decoded is written down so.
  const isDecoded = coding !== undefined && coding.problem === undefined;
  const played = headers.filter(([name]) => !(isDecoded && name.toLowerCase() === 'content-encoding'));
  const kept = played.filter(([name]) => keptHeaders.test(name)).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    status,
    ...(kept.length === 0 ? {} : { headers: Object.fromEntries(kept) }),
    ...pause(headersAtMs - exchange.request.atMs),
    ...bodyOf(exchange, response),
    ...endingOf(exchange),
  };
}

function pause(ms: number): { readonly afterMs?: number } {
  const afterMs = Math.round(ms);
  return afterMs <= 0 ? {} : { afterMs };
}

function endingOf({ ending }: Exchange): Pick<CassetteResponse, 'ending'> {
  if (ending === 'complete') return {};
  return { ending: ending === 'closed' ? 'open' : 'cut' };
}

function bodyOf(exchange: Exchange, response: ReceivedResponse): Partial<CassetteResponse> {
  if (mediaTypeOf(exchange) === 'text/event-stream') return { events: eventsOf(exchange, response) };
  if (response.body.length === 0) return {};
  const text = bodyText(response.body);
  if (text === undefined) return { base64: Buffer.from(response.body).toString('base64') };
  const json = plainJson(text);
  return json === undefined ? { text } : { json };
}

/** Events and comments in their order on the wire. What was cut with the connection, or never ended by an empty line, is left out. */
function eventsOf(exchange: Exchange, { headersAtMs }: ReceivedResponse): readonly CassetteEvent[] {
  const { events, comments } = streamOf(exchange);
  const parts: readonly (SseEvent | SseComment)[] = [
    ...events.filter(({ unterminated }) => !unterminated),
    ...comments,
  ];
  let beforeMs = headersAtMs;
  return parts
    .toSorted((one, other) => one.start - other.start)
    .map((part) => {
      const waited = pause(part.atMs - beforeMs);
      beforeMs = Math.max(beforeMs, part.atMs);
      return { ...waited, ...('text' in part ? { comment: part.text } : eventContent(part)) };
    });
}

function eventContent({ event, id, data }: SseEvent): CassetteEvent {
  const json = plainJson(data);
  return {
    ...(event === undefined ? {} : { event }),
    ...(id === undefined ? {} : { id }),
    ...(json === undefined ? { data } : { json }),
  };
}

/** The object or array of a text, unless a number in it would change by being written anew. */
function plainJson(text: string): unknown {
  let isKept = true;
  try {
    const value: unknown = JSON.parse(text, (_key, part: unknown, context?: { readonly source?: string }) => {
      if (typeof part === 'number' && /^-?\d{16,}$/.test(context?.source ?? '')) isKept &&= Number.isSafeInteger(part);
      return part;
    });
    return isKept && typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
