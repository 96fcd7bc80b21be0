import type { ReceivedResponse } from '../exchange/exchange.ts';
import type { JsonObject } from '../exchange/json.ts';
import type { SseEvent } from '../exchange/sse.ts';
import { type StreamChunk, streamOf } from '../exchange/stream-of.ts';
import type { AnsweredExchange } from './repair.ts';
import { type Edit, withEdits } from './rewrite.ts';

/** The streamed answer with the JSON of some chunks replaced; undefined when `edit` returns undefined for every chunk. */
export function editChunks(
  exchange: AnsweredExchange,
  edit: (chunk: StreamChunk) => JsonObject | undefined,
): ReceivedResponse | undefined {
  const edits = streamOf(exchange).chunks.flatMap((chunk): Edit[] => {
    const json = edit(chunk);
    const { start, end, atMs } = chunk.event;
    return json === undefined ? [] : [{ start, end, bytes: Buffer.from(`data: ${JSON.stringify(json)}\n`), atMs }];
  });
  return edits.length === 0 ? undefined : withEdits(exchange.response, edits);
}

/** The streamed answer without these events; undefined when there are none. */
export function withoutEvents(
  { response }: AnsweredExchange,
  dropped: readonly SseEvent[],
): ReceivedResponse | undefined {
  const edits = dropped.map(
    ({ start, end, atMs }): Edit => ({ start, end: afterBlankLine(response.body, end), bytes: new Uint8Array(), atMs }),
  );
  return edits.length === 0 ? undefined : withEdits(response, edits);
}

const cr = 0x0d;
const lf = 0x0a;

function afterBlankLine(body: Uint8Array, end: number): number {
  const afterCr = body[end] === cr ? end + 1 : end;
  return body[afterCr] === lf ? afterCr + 1 : afterCr;
}
