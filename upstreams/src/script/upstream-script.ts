import type { Fault } from '../faults/fault.ts';
import type { Answer } from './answer.ts';

/** How an upstream answers, call by call. Plain JSON; `checkUpstreamScript` checks what comes from outside. */
export interface UpstreamScript {
  /** Turn n answers call n. */
  readonly turns: readonly UpstreamTurn[];
  /** What calls after the last turn get: the last turn again, or a refused connection. */
  readonly afterwards: 'repeat-last' | 'refuse';
}

export interface UpstreamTurn {
  readonly answer: Answer;
  /** Applied in order, each to what the one before it made. Empty: the answer as it stands. */
  readonly faults: readonly Fault[];
}

/** One turn of a script. Default: the default answer without faults. */
export function turn(answer: Answer = { kind: 'default' }, ...faults: readonly Fault[]): UpstreamTurn {
  return { answer, faults };
}

/** A script whose last turn repeats. Without turns: every call gets the default answer. */
export function script(...turns: readonly UpstreamTurn[]): UpstreamScript {
  return { turns: turns.length === 0 ? [turn()] : turns, afterwards: 'repeat-last' };
}
