import { type Clock, Gates } from '@gateproof/upstreams';
import { FaultPlan } from '../faults/fault-plan.ts';
import { IdGenerator } from '../ids/id-generator.ts';
import { CallLog } from '../journal/call-log.ts';
import { EffectLedger } from '../journal/effect-ledger.ts';
import { Journal } from '../journal/journal.ts';
import { ReplyPlan } from '../replies/reply-plan.ts';
import type { Replies } from '../replies/reply-rule.ts';
import { createInProcessTransport, type InProcessTransport } from '../transport/in-process-transport.ts';
import { Changes } from './changes.ts';

export interface WorkbenchOptions {
  /** Replies and chances follow from it. */
  readonly seed: string;
  /** Request ids follow from it. */
  readonly idSeed: string;
  readonly clock: Clock;
  /** Canned replies that every account starts with. */
  readonly standardReplies: Replies | undefined;
}

/** What SDK authors have of an account: replies, faults and gates to set, what happened to read, and changes to wait for. */
export class Workbench {
  readonly changes = new Changes();
  readonly effects = new EffectLedger();
  readonly gates = new Gates(() => this.changes.notify());
  readonly journal = new Journal();
  /** Calls to endpoints, those that faults answered included. */
  endpointCalls = 0;
  /** Those calls one by one; undefined until somebody looks, so that nobody pays for it before. */
  calls: CallLog | undefined;
  readonly faults: FaultPlan;
  readonly replies: ReplyPlan;
  /** The endpoints of the built-in models, as this account sees them. */
  readonly endpoints: InProcessTransport;
  /** For the ids of its requests, apart from its other ids, so that reading does not shift those. */
  readonly requestIds: IdGenerator;
  #isClosed = false;
  readonly #answers = new Set<{ destroy(): unknown }>();

  constructor({ seed, idSeed, clock, standardReplies }: WorkbenchOptions) {
    const chances = new IdGenerator(`${seed}/chances`);
    this.faults = new FaultPlan(
      () => chances.fraction(),
      (requestId, description) => this.journal.fault(requestId, description),
    );
    this.replies = new ReplyPlan(standardReplies);
    this.requestIds = new IdGenerator(`${idSeed}/requests`);
    this.endpoints = createInProcessTransport({ clock, seed, gates: this.gates });
  }

  /** The log of calls, which begins when it is first asked for. */
  keepCalls(): CallLog {
    this.calls ??= new CallLog(() => this.changes.notify());
    return this.calls;
  }

  /** Counts an answer that is under way. */
  open(answer: { destroy(): unknown }): void {
    this.#answers.add(answer);
    this.changes.notify();
  }

  /** An answer is no longer under way. */
  over(answer: { destroy(): unknown }): void {
    this.#answers.delete(answer);
    this.changes.notify();
  }

  /** Whether the account has been removed or reset. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Cuts every answer that is under way, and ends every wait. */
  close(): void {
    this.#isClosed = true;
    for (const answer of [...this.#answers]) answer.destroy();
    this.#answers.clear();
    this.changes.notify();
  }
}
