import type { Hold, ResponseHeader } from './response-draft.ts';

/** Exactly what will happen on the wire in answer to one call. */
export type ResponsePlan =
  | { readonly kind: 'refuse' | 'reset'; readonly holds: readonly Hold[]; readonly marks: readonly number[] }
  | ServedPlan;

export interface ServedPlan {
  readonly kind: 'serve';
  /** Waited for before the head. */
  readonly holds: readonly Hold[];
  /** Faults that act with the head. */
  readonly marks: readonly number[];
  readonly status: number;
  /** With `content-length` for a body of known length, without it for a stream. */
  readonly headers: readonly ResponseHeader[];
  readonly pieces: readonly Piece[];
  readonly ending: { readonly how: 'end' | 'cut'; readonly mark?: number };
  /** Whether neighbouring pieces may be joined: false when a fault chose where the body is chopped. */
  readonly mayCoalesce: boolean;
}

/** Bytes that are written at once. */
export interface Piece {
  readonly bytes: Uint8Array;
  /** Waited for before the bytes are written. */
  readonly holds: readonly Hold[];
  readonly marks: readonly number[];
  /** Content tokens whose event ends in this piece. */
  readonly tokens: number;
}
