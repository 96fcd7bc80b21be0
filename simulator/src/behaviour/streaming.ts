import type { JsonObject } from '@gateproof/spec';
import type { EndpointFailure } from '../errors/endpoint-failure.ts';
import { sseData } from '../text/sse-data.ts';

/** What every chunk of one endpoint's stream shares, and a whole completion has too. */
export interface CompletionIdentity {
  readonly id: string;
  readonly createdAtS: number;
  /** The model that answers. */
  readonly model: string;
  readonly requestedModel: string;
  /** How many endpoints were tried in vain before this one. */
  readonly failedBefore: number;
  /** The body of the request. */
  readonly asked: JsonObject;
  /** How many endpoints could be tried for it. */
  readonly candidateCount: number;
}

/** Why a stream that has begun breaks off. */
export interface StreamBreak {
  /** The last endpoint's; undefined: no endpoint was called. */
  readonly failure: EndpointFailure | undefined;
  /** Whether content has reached the client. */
  readonly committed: boolean;
}

/** How a stream is sent (Endpoints › POST /v1/chat/completions › Streaming rules). */
export interface StreamingBehaviour {
  readonly contentType: string;
  /** Whether the body asks for a stream. */
  isWanted(body: JsonObject): boolean;
  /** The data of the events in an endpoint's bytes. */
  readEvents(bytes: AsyncIterable<Uint8Array>): AsyncIterable<readonly string[]>;
  /** Whether a chunk's delta is content, after which no other endpoint may take over. */
  isContent(delta: JsonObject): boolean;
  /** A chunk of the gateway's own that begins the stream, before any endpoint is asked; undefined: none. */
  readonly opening: JsonObject | undefined;
  /** Whether what precedes the first content is held back until it comes (then a failure before it is an ordinary HTTP error). */
  readonly holdsBackUntilContent: boolean;
  /** How many chunks the relay is behind the endpoint; a failure loses them. */
  readonly lag: number;
  /** A chunk of the endpoint as the client gets it; undefined leaves it out. */
  chunk(chunk: JsonObject, identity: CompletionIdentity, index: number): JsonObject | undefined;
  /** The bytes of one event. */
  event(value: unknown): string;
  /** What is written after the last chunk of a stream that went well. */
  closing(): string;
  /** Whether an error before the first chunk is sent within a stream rather than as an HTTP error. */
  sendsEarlyErrorInStream(code: string): boolean;
  /** The chunk that reports a failure; undefined leaves it out. What throws cuts the connection. */
  failure(error: JsonObject, identity: CompletionIdentity, cause: StreamBreak): JsonObject | undefined;
  /** What is written after the chunk that reports a failure. */
  closingAfterFailure(failure?: EndpointFailure): string;
  /** Whether the connection is closed after a stream without a word in the head. */
  readonly closesConnection: boolean;
}

export const referenceStreaming: StreamingBehaviour = {
  contentType: 'text/event-stream; charset=utf-8',
  isWanted: ({ stream }) => stream === true,
  readEvents: sseData,
  isContent: ({ content, tool_calls, refusal, reasoning_content }) =>
    isFilled(content) || isFilled(refusal) || isFilled(reasoning_content) || isFilled(tool_calls),
  opening: undefined,
  holdsBackUntilContent: true,
  lag: 0,
  chunk: (chunk, { id, createdAtS, model }) => ({
    ...chunk,
    id,
    object: 'chat.completion.chunk',
    created: createdAtS,
    model,
  }),
  event: (value) => `data: ${JSON.stringify(value)}\n\n`,
  closing: () => 'data: [DONE]\n\n',
  sendsEarlyErrorInStream: () => false,
  failure: (error, { id, createdAtS, model }) => ({
    id,
    object: 'chat.completion.chunk',
    created: createdAtS,
    model,
    error,
  }),
  closingAfterFailure: () => 'data: [DONE]\n\n',
  closesConnection: false,
};

function isFilled(value: unknown): boolean {
  return (typeof value === 'string' || Array.isArray(value)) && value.length > 0;
}
