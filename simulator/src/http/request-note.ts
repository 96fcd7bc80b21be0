import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { AnswerFault } from '../faults/answer-fault.ts';
import type { TakenFault } from '../faults/fault-plan.ts';
import type { SubmittedRequest } from '../journal/effect-ledger.ts';
import type { Journal } from '../journal/journal.ts';
import type { JournalEntry } from '../journal/journal-entry.ts';
import type { Account } from '../tenants/account.ts';
import type { AnswerWatcher, ConnectionAnswers } from './connection-answers.ts';

/** What is kept beside a request while it is answered, for the account's workbench. */
export class RequestNote implements AnswerWatcher {
  /** Whose key was sent, good or not; undefined: nobody's. */
  readonly account: Account | undefined;
  readonly journal: Journal;
  readonly entry: JournalEntry;
  /** Set once it was admitted. */
  submitted: SubmittedRequest | undefined;
  /** The fault that meets its answer. */
  answerFault: TakenFault<AnswerFault> | undefined;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #answers: ConnectionAnswers;
  #reply: FastifyReply | undefined;

  /** Opens the answer of the account that the reply belongs to. */
  constructor(
    reply: FastifyReply,
    answers: ConnectionAnswers,
    { account, journal, entry }: Pick<RequestNote, 'account' | 'journal' | 'entry'>,
  ) {
    this.account = account;
    this.journal = journal;
    this.entry = entry;
    this.#request = reply.request.raw;
    this.#response = reply.raw;
    this.#reply = reply;
    this.#answers = answers;
    answers.whenOver(this.#request, this.#response, this);
    account?.workbench.open(this);
  }

  /** The answer goes straight to the connection: what Fastify holds for it is let go. */
  releaseReply(): void {
    this.#reply = undefined;
  }

  /** Cuts the answer: nothing of what is still to be written is sent. */
  destroy(): void {
    this.#answers.cut(this.#request, this.#response);
    this.#reply?.hijack();
  }

  over(): void {
    const answer = this.#response.writableFinished ? 'whole' : 'lost';
    this.entry.answer = answer;
    if (this.submitted !== undefined) this.submitted.answer = answer;
    this.account?.workbench.over(this);
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined on requests to the testbed. */
    note: RequestNote | undefined;
  }
}
