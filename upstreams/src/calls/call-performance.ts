import type { Clock } from '../clock/clock.ts';
import type { Hold } from '../plan/response-draft.ts';
import type { Piece, ResponsePlan, ServedPlan } from '../plan/response-plan.ts';
import type { CallRecord } from './call-record.ts';
import type { Gates } from './gates.ts';
import { waitAtHold } from './wait-at-hold.ts';

// A reason made once: making an abort's own costs more than planning a short response.
const callerGone = new Error('The caller closed the connection');

/** What a performance reports to and waits on. */
export interface Stage {
  readonly clock: Clock;
  readonly gates: Gates;
  /** The fault at this place of the turn's list acts now. */
  readonly acted: (mark: number) => void;
}

/**
 * One response plan, carried out step by step: waits, recording and counting are done here, the bytes are moved by an executor.
 * The caller going away (`abort`) ends every wait and the call.
 */
export class CallPerformance {
  readonly record: CallRecord;
  readonly #plan: ResponsePlan;
  readonly #stage: Stage;
  /** Made at the first wait: most calls have none. */
  #gone: AbortController | undefined;
  readonly #actedMarks = new Set<number>();

  constructor(plan: ResponsePlan, record: CallRecord, stage: Stage) {
    this.record = record;
    this.#plan = plan;
    this.#stage = stage;
  }

  /** Waits before the head. Then: the plan to serve, the loss of the connection to stage, or `gone` when the caller left. */
  async open(): Promise<ServedPlan | 'refuse' | 'reset' | 'gone'> {
    await this.#pass(this.#plan.holds);
    if (this.record.hasEnded) return 'gone';
    this.#count(this.#plan.marks);
    if (this.#plan.kind === 'serve') {
      this.record.sendHead(this.#plan);
      return this.#plan;
    }
    this.record.end(this.#plan.kind === 'refuse' ? 'refused' : 'cut');
    return this.#plan.kind;
  }

  /**
   * The body's bytes, each after its waits; stops early when the caller is gone. With `coalesce`, pieces without a wait between
   * them come as one, unless a fault chose the pieces.
   */
  async *body({ pieces, mayCoalesce }: ServedPlan, coalesce: boolean): AsyncGenerator<Uint8Array, void, undefined> {
    const joins = coalesce && mayCoalesce;
    for (let next = 0; next < pieces.length; ) {
      const first = pieces[next];
      if (first === undefined) return;
      await this.#pass(first.holds);
      if (this.record.hasEnded) return;
      const after = joins ? endOfRun(pieces, next) : next + 1;
      const bytes =
        after === next + 1 ? first.bytes : Buffer.concat(pieces.slice(next, after).map((piece) => piece.bytes));
      let tokens = 0;
      for (const piece of pieces.slice(next, after)) {
        this.#count(piece.marks);
        tokens += piece.tokens;
      }
      this.record.sendPiece(bytes, tokens);
      yield bytes;
      next = after;
    }
  }

  /** The response is over, as planned. */
  finish({ ending }: ServedPlan): void {
    if (this.record.hasEnded) return;
    if (ending.mark !== undefined) this.#count([ending.mark]);
    this.record.end(ending.how === 'cut' ? 'cut' : 'answered');
  }

  /** The caller closed the connection. After the end this does nothing. */
  abort(): void {
    if (this.record.hasEnded) return;
    this.record.end('aborted-by-gateway');
    this.#gone?.abort(callerGone);
  }

  async #pass(holds: readonly Hold[]): Promise<void> {
    for (const hold of holds) {
      if (this.record.hasEnded) return;
      if (hold.mark !== undefined) this.#count([hold.mark]);
      this.record.hold(hold.kind === 'gate' ? hold.gate : 'delay');
      this.#gone ??= new AbortController();
      await waitAtHold(hold, this.#stage.clock, this.#stage.gates, this.#gone.signal);
      this.record.goOn();
    }
  }

  #count(marks: readonly number[]): void {
    for (const mark of marks) {
      if (this.#actedMarks.has(mark)) continue;
      this.#actedMarks.add(mark);
      this.#stage.acted(mark);
    }
  }
}

function endOfRun(pieces: readonly Piece[], start: number): number {
  const next = pieces.findIndex((piece, index) => index > start && piece.holds.length > 0);
  return next < 0 ? pieces.length : next;
}
