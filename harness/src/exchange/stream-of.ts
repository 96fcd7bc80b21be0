import type { Exchange } from './exchange.ts';
import { joinToolCalls, type ToolCallReading } from './join-tool-calls.ts';
import { isObject, type JsonObject, readJson } from './json.ts';
import { type SseComment, SseDecoder, type SseEvent } from './sse.ts';

/** One chunk: the JSON object of one event. */
export interface StreamChunk {
  readonly json: JsonObject;
  readonly event: SseEvent;
}

/** What a streamed answer says, read leniently; what is wrong with it stands beside it. */
export interface StreamReading {
  readonly events: readonly SseEvent[];
  readonly comments: readonly SseComment[];
  /** Events that are JSON objects, in order. */
  readonly chunks: readonly StreamChunk[];
  /** Events that are neither a JSON object nor `[DONE]`. */
  readonly notJson: readonly SseEvent[];
  readonly doneCount: number;
  /** The last event is `[DONE]`. */
  readonly doneIsLast: boolean;
  /** Events after the first `[DONE]`, further `[DONE]`s included. */
  readonly afterDone: readonly SseEvent[];
  /** Chunks with an `error` that is not null. */
  readonly errorChunks: readonly StreamChunk[];
  /** Contents of the choice with index 0, joined. */
  readonly content: string;
  readonly toolCalls: readonly ToolCallReading[];
  /** The last `finish_reason` of the choice with index 0. */
  readonly finishReason: string | undefined;
  /** The body came whole: it was not cut, closed or given up. */
  readonly cleanEnd: boolean;
}

const readings = new WeakMap<Exchange, StreamReading>();

/** The response's body read as a stream of events. Decoded once. An event that was cut with its connection is in `events` only. */
export function streamOf(exchange: Exchange): StreamReading {
  const known = readings.get(exchange);
  if (known !== undefined) return known;
  const reading = readStream(exchange);
  readings.set(exchange, reading);
  return reading;
}

function readStream(exchange: Exchange): StreamReading {
  const { events, comments } = decode(exchange);
  const cleanEnd = exchange.ending === 'complete';
  const whole = events.filter(({ unterminated }) => cleanEnd || !unterminated);
  const firstDone = whole.findIndex(isDone);
  const afterDone = firstDone < 0 ? [] : whole.slice(firstDone + 1);
  const parsed = whole.filter((event) => !isDone(event)).map((event) => ({ event, json: parsedData(event) }));
  const chunks = parsed.filter((chunk): chunk is StreamChunk => chunk.json !== undefined);
  const deltas = chunks.flatMap(({ json }) => firstChoices(json));
  return {
    events,
    comments,
    chunks,
    notJson: parsed.filter(({ json }) => json === undefined).map(({ event }) => event),
    doneCount: whole.filter(isDone).length,
    doneIsLast: whole.length > 0 && whole.slice(-1).every(isDone),
    afterDone,
    errorChunks: chunks.filter(({ json }) => json.error !== undefined && json.error !== null),
    content: deltas.map(({ delta }) => (typeof delta.content === 'string' ? delta.content : '')).join(''),
    toolCalls: joinToolCalls(deltas.map(({ delta }) => delta)),
    finishReason: deltas.findLast(({ finishReason }) => finishReason !== undefined)?.finishReason,
    cleanEnd,
  };
}

function decode(exchange: Exchange): SseDecoder {
  const decoder = new SseDecoder();
  const body = exchange.response?.body ?? new Uint8Array();
  let offset = 0;
  for (const { atMs, length } of exchange.response?.arrivals ?? []) {
    decoder.push(body.subarray(offset, offset + length), atMs);
    offset += length;
  }
  decoder.push(body.subarray(offset), exchange.endedAtMs);
  decoder.finish(exchange.endedAtMs);
  return decoder;
}

function isDone({ data }: SseEvent): boolean {
  return data === '[DONE]';
}

function parsedData({ data, invalidUtf8 }: SseEvent): JsonObject | undefined {
  if (invalidUtf8) return undefined;
  const reading = readJson(Buffer.from(data));
  return reading.ok && isObject(reading.value) ? reading.value : undefined;
}

function firstChoices(json: JsonObject): { delta: JsonObject; finishReason: string | undefined }[] {
  const choices = Array.isArray(json.choices) ? json.choices : [];
  return choices
    .filter(isObject)
    .filter(({ index }) => index === 0 || index === undefined)
    .map((choice) => ({
      delta: isObject(choice.delta) ? choice.delta : {},
      finishReason: typeof choice.finish_reason === 'string' ? choice.finish_reason : undefined,
    }));
}
