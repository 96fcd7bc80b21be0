import type { AnswerFault } from '../faults/answer-fault.ts';
import type { TakenFault } from '../faults/fault-plan.ts';
import type { SubmittedRequest } from '../journal/effect-ledger.ts';
import type { Journal } from '../journal/journal.ts';
import type { JournalEntry } from '../journal/journal-entry.ts';
import type { Account } from '../tenants/account.ts';

/** What is kept beside a request while it is answered, for the account's workbench. */
export interface RequestNote {
  /** Whose key was sent, good or not; undefined: nobody's. */
  readonly account: Account | undefined;
  readonly journal: Journal;
  readonly entry: JournalEntry;
  /** Set once it was admitted. */
  submitted?: SubmittedRequest;
  /** The fault that meets its answer. */
  answerFault?: TakenFault<AnswerFault>;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined on requests to the testbed. */
    note: RequestNote | undefined;
  }
}
