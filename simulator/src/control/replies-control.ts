import { plainReplies } from '../replies/plain-replies.ts';
import type { Replies, Reply } from '../replies/reply-rule.ts';
import type { RepliesAnswer } from './reply-protocol.ts';

type Call = <T>(method: string, path: string, body?: object) => Promise<T>;

/** The canned replies of one account. */
export class RepliesControl {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /** Replaces all replies; the first that fits a chat request answers it. Rejects with `ControlError`, which names every mistake, when one is refused. */
  set(replies: readonly Reply[], more: Omit<Replies, 'replies'> = {}): Promise<RepliesAnswer> {
    return this.#call('PUT', '/replies', plainReplies({ ...more, replies }));
  }

  /** What each reply did so far, and which requests none fitted. */
  read(): Promise<RepliesAnswer> {
    return this.#call('GET', '/replies');
  }

  clear(): Promise<void> {
    return this.#call('DELETE', '/replies');
  }
}
