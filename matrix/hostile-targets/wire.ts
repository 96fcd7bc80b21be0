import type { Dice } from '../dice.ts';

/** How an answer is written: every way keeps to HTTP. */
export interface Wire {
  readonly version: '1.0' | '1.1';
  /** Which framing the body has: as the gateway chose it, or ended by the end of the connection. */
  readonly framing: 'kept' | 'until-close';
  /** `Connection: close` on every answer. */
  readonly closes: boolean;
  headerName(name: string): string;
  /** The order of the headers. */
  order(names: readonly (readonly [string, string])[], dice: Dice): readonly (readonly [string, string])[];
  /** Size of the next piece that is written, in bytes. */
  pieceBytes(dice: Dice): number;
  /** Written before the answer: interim answers. */
  readonly before: string;
  readonly reason: string;
  readonly extraHeaders: readonly (readonly [string, string])[];
  /** After a chunk's size, and after the last chunk. */
  readonly chunkExtension: string;
  readonly trailers: string;
}

export const plainWire: Wire = {
  version: '1.1',
  framing: 'kept',
  closes: false,
  headerName: (name) => name,
  order: (headers) => headers,
  pieceBytes: () => Number.POSITIVE_INFINITY,
  before: '',
  reason: 'Word',
  extraHeaders: [],
  chunkExtension: '',
  trailers: '',
};
