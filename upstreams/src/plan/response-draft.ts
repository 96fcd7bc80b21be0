import type { JsonObject } from '../json.ts';

export type ResponseHeader = readonly [name: string, value: string];

/**
 * A wait at one place of a response: for a time, or until the gate of that name is released.
 * `mark` is the place in the turn's list of the fault that asked for it; the answer's own pace has none.
 */
export type Hold =
  | { readonly kind: 'delay'; readonly ms: number; readonly mark?: number }
  | { readonly kind: 'gate'; readonly gate: string; readonly mark: number };

/** What a server-sent event is about. Only `content` counts as a token. */
export type FramePart =
  | 'role'
  | 'reasoning'
  | 'content'
  | 'tool-call'
  | 'refusal'
  | 'finish'
  | 'usage'
  | 'error'
  | 'done'
  | 'comment';

/** One server-sent event (or comment) of a stream. */
export interface Frame {
  readonly part: FramePart;
  /** The event's data: a chunk, or text that is sent as it stands. */
  readonly data: JsonObject | string;
  /** Waited for, in order, before the event is sent. */
  readonly holds: readonly Hold[];
  /** The fault that made this event what it is. */
  readonly mark?: number;
}

export type DraftBody =
  | { readonly kind: 'events'; readonly frames: readonly Frame[] }
  | { readonly kind: 'json'; readonly value: JsonObject }
  | { readonly kind: 'text'; readonly text: string };

/** How the bytes of a body are laid out on the wire. */
export interface Wire {
  readonly lineEnd: '\n' | '\r\n';
  /** Whether the JSON of an event stands on several `data:` lines. */
  readonly multiLineData: boolean;
  /** Where the body is chopped, by byte: at offsets, or every so many bytes. Default: a piece per event, or one for the body. */
  readonly split?: { readonly atBytes: readonly number[] } | { readonly everyBytes: number };
}

/** A response while faults are being applied to it: what will be said, not yet its bytes. */
export interface ResponseDraft {
  /** `refuse`: no connection; `reset`: the connection is lost before the head. */
  readonly connection: 'serve' | 'refuse' | 'reset';
  /** Waited for before the head is sent. */
  readonly holds: readonly Hold[];
  /** Faults that act as soon as the response begins. */
  readonly marks: readonly number[];
  readonly status: number;
  readonly headers: readonly ResponseHeader[];
  readonly body: DraftBody;
  /** `cut`: the connection is lost after the last byte; of a body that is not a stream only the first half is sent. */
  readonly ending: { readonly how: 'end' | 'cut'; readonly mark?: number };
  readonly wire: Wire;
}
