import type { SequentialModel } from './linearizability.ts';

/** Which of several bodies is sent under the key. */
export type Body = string;
/** `identity`: what a first result is recognised by; 409 idempotency_conflict has none. */
export type KeyAnswer = { readonly identity: string } | 'conflict';

interface Meaning {
  readonly body: Body;
  /** Undefined: the answer that would show it is set aside. */
  readonly identity: string | undefined;
}

/**
 * One idempotency key of one account and route: the body that comes first gives it its meaning and its one result; no other body is
 * served. A conflict is possible in every state, because who comes first may still be at work (freedoms F028 and F029); nobody else's result is.
 */
export const keyHistory: SequentialModel<Meaning | undefined, Body, KeyAnswer> = {
  initial: undefined,
  after(meaning, body, answer) {
    if (answer === 'conflict') return [meaning];
    if (meaning === undefined) return [{ body, identity: answer.identity }];
    const { identity = answer.identity } = meaning;
    return meaning.body === body && identity === answer.identity ? [{ body, identity }] : [];
  },
  afterAny: (meaning, body) => [meaning ?? { body, identity: undefined }],
  keyOf: (meaning) => JSON.stringify(meaning ?? null),
};
