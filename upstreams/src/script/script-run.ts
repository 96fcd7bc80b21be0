import type { Fault } from '../faults/fault.ts';
import { describeFault } from '../faults/fault-catalogue.ts';
import { turn, type UpstreamScript, type UpstreamTurn } from './upstream-script.ts';

/** How often a fault of a script acted. */
export interface FaultReport {
  /** From 1. */
  readonly turn: number;
  readonly fault: Fault;
  /** The fault in words. */
  readonly description: string;
  /** Calls on which it acted. */
  readonly acted: number;
}

const refused = turn({ kind: 'default' }, { kind: 'refuse-connection' });

/** A script while it runs: which turn is next, and which faults acted. */
export class ScriptRun {
  readonly #script: UpstreamScript;
  readonly #acted: number[][];
  #next = 0;

  constructor(script: UpstreamScript) {
    this.#script = script;
    this.#acted = script.turns.map(({ faults }) => faults.map(() => 0));
  }

  /** The turn that the next call gets. */
  get next(): UpstreamTurn {
    return this.#script.turns[this.#index] ?? refused;
  }

  /** The turn of the next call, and the way to count its faults. */
  takeTurn(): { readonly turn: UpstreamTurn; readonly acted: (mark: number) => void } {
    const turn = this.next;
    const counters = this.#acted[this.#index];
    this.#next += 1;
    return {
      turn,
      acted: (mark) => {
        if (counters) counters[mark] = (counters[mark] ?? 0) + 1;
      },
    };
  }

  /** Passes over the turn of the next call, on which no fault acts. */
  pass(): void {
    this.#next += 1;
  }

  get #index(): number {
    const { turns, afterwards } = this.#script;
    return afterwards === 'repeat-last' ? Math.min(this.#next, turns.length - 1) : this.#next;
  }

  /** A report per fault of the script, in order. */
  reports(): readonly FaultReport[] {
    return this.#script.turns.flatMap(({ faults }, index) =>
      faults.map((fault, mark) => ({
        turn: index + 1,
        fault,
        description: describeFault(fault),
        acted: this.#acted[index]?.[mark] ?? 0,
      })),
    );
  }
}
