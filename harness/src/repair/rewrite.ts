import type { Arrival, Header, ReceivedResponse } from '../exchange/exchange.ts';
import type { JsonObject } from '../exchange/json.ts';

/** A range of a body with what stands there instead, and the time at which that has arrived. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly bytes: Uint8Array;
  readonly atMs: number;
}

/** The response with one value of a header, in place of all that it had. */
export function withHeader(response: ReceivedResponse, name: string, value: string): ReceivedResponse {
  const others = response.headers.filter(([candidate]) => candidate.toLowerCase() !== name.toLowerCase());
  const headers: readonly Header[] = [...others, [name, value]];
  return { ...response, headers };
}

/** The response with this JSON as its body, which has arrived when the whole of the old one had. */
export function withJson(response: ReceivedResponse, value: JsonObject): ReceivedResponse {
  const { body, headersAtMs, arrivals } = response;
  const atMs = arrivals.at(-1)?.atMs ?? headersAtMs;
  return withEdits(response, [{ start: 0, end: body.length, bytes: Buffer.from(JSON.stringify(value)), atMs }]);
}

/** The response with ranges of its body replaced. The edits stand in order and do not overlap; other bytes keep their times. */
export function withEdits(response: ReceivedResponse, edits: readonly Edit[]): ReceivedResponse {
  const pieces: { readonly bytes: Uint8Array; readonly atMs: number }[] = [];
  let offset = 0;
  for (const edit of edits) {
    pieces.push(...piecesOf(response, offset, edit.start), edit);
    offset = edit.end;
  }
  pieces.push(...piecesOf(response, offset, response.body.length));
  const kept = pieces.filter(({ bytes }) => bytes.length > 0);
  const body = Buffer.concat(kept.map(({ bytes }) => bytes));
  const arrivals = kept.map(({ bytes, atMs }): Arrival => ({ atMs, length: bytes.length }));
  return withLength({ ...response, body, arrivals });
}

function piecesOf({ body, arrivals, headersAtMs }: ReceivedResponse, from: number, to: number) {
  const pieces: { readonly bytes: Uint8Array; readonly atMs: number }[] = [];
  let offset = 0;
  for (const { atMs, length } of arrivals) {
    pieces.push({ bytes: body.subarray(Math.max(from, offset), Math.min(to, offset + length)), atMs });
    offset += length;
  }
  return [...pieces, { bytes: body.subarray(Math.max(from, offset), to), atMs: headersAtMs }];
}

function withLength(response: ReceivedResponse): ReceivedResponse {
  const had = response.headers.some(([name]) => name.toLowerCase() === 'content-length');
  return had ? withHeader(response, 'Content-Length', String(response.body.length)) : response;
}
