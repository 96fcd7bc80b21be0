type JsonObject = Readonly<Record<string, unknown>>;

/** What every chunk of one stream shares. */
export interface StreamIdentity {
  readonly id: string;
  readonly createdAtS: number;
  readonly model: string;
  readonly requestedModel: string;
}

/** How a stream is told (Endpoints › POST /v1/chat/completions › Streaming rules). */
export interface StreamingBehaviour {
  readonly contentType: string;
  /** Whether a chunk's delta is content, after which no other endpoint may take over. */
  isContent(delta: JsonObject): boolean;
  /** Whether what precedes the first content is held back until it comes (then a failure before it is an ordinary HTTP error). */
  readonly holdsBackUntilContent: boolean;
  /** A chunk of the endpoint as the client gets it; undefined leaves it out. */
  chunk(chunk: JsonObject, identity: StreamIdentity, index: number): JsonObject | undefined;
  /** The bytes of one event. */
  event(value: unknown): string;
  /** What is written after the last chunk of a stream that went well, and after the failure chunk of one that did not. */
  readonly done: string;
  readonly doneAfterFailure: string;
  /** The chunk that tells a failure; undefined ends the stream without one. */
  failure(error: JsonObject, identity: StreamIdentity): JsonObject | undefined;
  /** How the connection ends after a failure. */
  readonly endAfterFailure: 'end' | 'cut';
  /** Whether an endpoint that ends without finish or `[DONE]` has failed. */
  readonly earlyEndIsFailure: boolean;
}

export const referenceStreaming: StreamingBehaviour = {
  contentType: 'text/event-stream; charset=utf-8',
  isContent: ({ content, tool_calls, refusal, reasoning_content }) =>
    [content, refusal, reasoning_content].some((text) => typeof text === 'string' && text !== '') ||
    (Array.isArray(tool_calls) && tool_calls.length > 0),
  holdsBackUntilContent: true,
  chunk: (chunk, { id, createdAtS, model }) => ({
    ...chunk,
    id,
    object: 'chat.completion.chunk',
    created: createdAtS,
    model,
  }),
  event: (value) => `data: ${JSON.stringify(value)}\n\n`,
  done: 'data: [DONE]\n\n',
  doneAfterFailure: 'data: [DONE]\n\n',
  failure: (error, { id, createdAtS, model }) => ({
    id,
    object: 'chat.completion.chunk',
    created: createdAtS,
    model,
    error,
  }),
  endAfterFailure: 'end',
  earlyEndIsFailure: true,
};
