import type { KeyedSend } from './key-batches.ts';

/** How a request was answered, as far as keys are concerned. */
export type KeyedAnswer =
  | { readonly kind: 'result'; readonly identity: string }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'other'; readonly what: string };

/** A request of a batch, answered. */
export interface KeyedExchange {
  readonly send: KeyedSend;
  readonly answer: KeyedAnswer;
  readonly exchange: string;
}

/** What a request meets when it comes: nothing under its key, the same body, another body, or the key in use on another route. */
export type Meeting = 'new' | 'same body' | 'another body' | 'another route';

interface Entry {
  readonly body: string;
  /** What the first result is recognised by. */
  readonly identity: string;
}

export const bodyOf = ({ body, stream, route }: KeyedSend): string => `${body}${stream && route === 'chat' ? 's' : ''}`;
export const scopeOf = ({ account, route, key }: KeyedSend): string => `${account} ${route} ${key}`;

/** What an account's keys mean, as the contract has it (Endpoints › Shared, Idempotency-Key): one body and one result for each. */
export class KeyBook {
  readonly #entries = new Map<string, Entry>();

  entry(send: KeyedSend): Entry | undefined {
    return this.#entries.get(scopeOf(send));
  }

  /** What the other account's key of the same name led to on the route. */
  othersEntry(send: KeyedSend): Entry | undefined {
    return this.#entries.get(scopeOf({ ...send, account: send.account === 0 ? 1 : 0 }));
  }

  meeting(send: KeyedSend): Meeting {
    const entry = this.entry(send);
    if (entry !== undefined) return entry.body === bodyOf(send) ? 'same body' : 'another body';
    const elsewhere = (['chat', 'image', 'transcription'] as const).some(
      (route) => route !== send.route && this.#entries.has(scopeOf({ ...send, route })),
    );
    return elsewhere ? 'another route' : 'new';
  }

  /** The first result under a key gives the key its meaning. */
  take({ send, answer }: KeyedExchange): void {
    if (answer.kind !== 'result' || this.#entries.has(scopeOf(send))) return;
    this.#entries.set(scopeOf(send), { body: bodyOf(send), identity: answer.identity });
  }
}
