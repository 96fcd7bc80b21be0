import type { Dice } from '../dice.ts';
import type { Wire } from './wire.ts';

/** One request that came to a hostile target. */
export interface Visit {
  /** From 1, testbed operations not counted. */
  readonly number: number;
  readonly method: string;
  readonly path: string;
  /** Value of `Authorization`. */
  readonly caller: string;
  readonly body: Buffer;
  readonly dice: Dice;
}

/** An answer of a hostile target's own. */
export interface OwnAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | Buffer | (() => Iterable<Buffer>);
}

/** What becomes of a request before the gateway sees it. */
export type Reception =
  | { readonly kind: 'serve' }
  | { readonly kind: 'answer'; readonly answer: OwnAnswer }
  /** The connection is lost: before the gateway sees the request, after it has answered, or in the middle of the answer. */
  | { readonly kind: 'drop'; readonly when: 'before' | 'after' | 'within' }
  | { readonly kind: 'hang' }
  /** Bytes that are not an answer in HTTP, then the end. */
  | { readonly kind: 'raw'; readonly bytes: Iterable<string | Buffer>; readonly thenHang?: boolean }
  | { readonly kind: 'restart'; readonly awayMs: number; readonly losesState: boolean }
  | { readonly kind: 'exit' };

/** A way in which a target can be hard to deal with, and what a run against it must come to. */
export interface FaultProfile {
  readonly id: string;
  readonly summary: string;
  /** Exit codes that a run may end with. */
  readonly exits: readonly number[];
  /** A text that the notes or causes of the run must hold. */
  readonly says?: RegExp;
  /** So many rules at least must have a verdict of their own (pass or warn). Default 0. */
  readonly keeps?: number;
  /** The testbed can't be reached any more after so many requests. Default: never. */
  readonly testbedGoneAfter?: number;
  /** So many requests are served at a time; the others wait. Default: any number. */
  readonly most?: number;
  /** Delay before a request is taken, in ms. */
  delayMs?(visit: Visit): number;
  /** Default: serve. One call per request, in order; `memory` lives as long as the target. */
  receive?(visit: Visit, memory: Map<string, unknown>): Reception;
  /** Changes a whole JSON body, and the data of each event. */
  rewriteJson?(json: string): string;
  /** Changes whole bodies, whatever they are. */
  mangle?(body: Buffer, visit: Visit): Buffer;
  /** Remembers answers by this key; undefined: not this one. */
  remember?(visit: Visit): string | undefined;
  /** How answers are written. */
  readonly wire?: Partial<Wire>;
}
