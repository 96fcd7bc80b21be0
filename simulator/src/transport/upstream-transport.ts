import type { JsonObject } from '@gateproof/spec';
import type { Patience, PlainAnswer, PlainFile } from '@gateproof/upstreams';

/** What an endpoint answered: the head at once, the body as it comes. */
export interface UpstreamAnswer {
  readonly status: number;
  readonly contentType: string;
  /** `Retry-After` in ms; undefined when there is none that says seconds. */
  readonly retryAfterMs: number | undefined;
  readonly body: AsyncIterable<Uint8Array>;
}

/** The way to an endpoint. Rejects when no connection was made or it was lost before the head; the body rejects when it is lost later. */
export interface UpstreamTransport {
  /**
   * The answer to a conversation as a value, where the endpoint lives in this process, no fault can meet it and it comes within the patience. Undefined: it has to
   * be called.
   */
  plainAnswer(url: string, body: () => JsonObject, patience: Patience): PlainAnswer | undefined;
  /** The same for a request of media: the files of the answer. */
  plainFiles(url: string, route: 'image' | 'transcription', body: () => JsonObject): readonly PlainFile[] | undefined;
  post(url: string, body: unknown, signal: AbortSignal): Promise<UpstreamAnswer>;
  close(): Promise<void>;
}
