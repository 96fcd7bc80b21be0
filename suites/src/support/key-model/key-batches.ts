import fc from 'fast-check';
import type { Submission } from '../submissions.ts';

const routes: readonly Submission[] = ['chat', 'image', 'transcription'];

/** One request under an idempotency key; all but `stream` by their numbers, so that equal numbers mean equal things. */
export interface KeyedSend {
  readonly account: 0 | 1;
  readonly route: Submission;
  readonly key: 0 | 1;
  readonly body: 0 | 1;
  /** Streamed or not is part of the body; jobs are never streamed. */
  readonly stream: boolean;
}

/** Requests under few keys, batch after batch; those of one batch are sent at the same time. */
export interface KeyBatches {
  readonly kind: 'keys';
  readonly batches: readonly (readonly KeyedSend[])[];
}

const send: fc.Arbitrary<KeyedSend> = fc.record({
  account: fc.constantFrom(0, 1),
  route: fc.constantFrom(...routes),
  key: fc.constantFrom(0, 1),
  body: fc.constantFrom(0, 1),
  stream: fc.boolean(),
});

/** What makes keys meet: the same request several times, with or without others beside it. */
const crowd = fc
  .tuple(send, fc.integer({ min: 1, max: 4 }), fc.array(send, { maxLength: 3 }))
  .map(([one, times, others]) => [...Array.from({ length: times }, () => one), ...others]);

export const keyBatches: fc.Arbitrary<KeyBatches> = fc.record({
  kind: fc.constant('keys' as const),
  batches: fc.array(crowd, { minLength: 1, maxLength: 5 }),
});

/** A request with a few of its properties replaced. */
const first: KeyedSend = { account: 0, route: 'chat', key: 0, body: 0, stream: false };
const like = (change: Partial<KeyedSend> = {}): KeyedSend => ({ ...first, ...change });

function tourOf(change: Partial<KeyedSend>): KeyBatches {
  const one = like(change);
  const other = { ...one, body: 1 as const };
  return {
    kind: 'keys',
    batches: [
      // The same body and another one at the same time, then each alone, then under another key and from another account.
      [one, one, other, one],
      [one],
      [other],
      [{ ...one, key: 1 }],
      [{ ...one, account: 1 }],
      [{ ...one, account: 1 }, one, { ...other, account: 1 }],
    ],
  };
}

/** For each route the ways in which requests under one key can meet. */
export const keyTours = {
  chat: tourOf({}),
  stream: tourOf({ stream: true }),
  image: tourOf({ route: 'image' }),
  transcription: tourOf({ route: 'transcription' }),
  routes: {
    kind: 'keys',
    batches: [
      [like(), like({ route: 'image' })],
      [like({ route: 'transcription' })],
      [like(), like({ route: 'image' })],
    ],
  },
} as const satisfies Readonly<Record<string, KeyBatches>>;
export type KeyTour = keyof typeof keyTours;
