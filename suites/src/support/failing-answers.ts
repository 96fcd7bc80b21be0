import type { ReceiverAnswer } from '@gateproof/harness';
import type { EndState } from './finished-jobs.ts';

/** An endpoint that is in trouble. */
const unavailable: ReceiverAnswer = { kind: 'status', status: 503 };

/**
 * One kind of failure after another, for what a gateway keeps of an attempt that failed in one way alone. The first and the last are statuses: an attempt without an
 * answer ends on a clock that a testbed need not move.
 */
export const failingInTurn: readonly [ReceiverAnswer, ...ReceiverAnswer[]] = [
  unavailable,
  { kind: 'hang' },
  { kind: 'status', status: 302, headers: { Location: 'https://elsewhere.example.com/' } },
  { kind: 'cut' },
  { kind: 'status', status: 404 },
];

/** How the attempts at the event of such a job fail: all alike, or each in another way. */
export function failuresOf(state: EndState): readonly [ReceiverAnswer, ...ReceiverAnswer[]] {
  return state === 'succeeded' ? [unavailable] : failingInTurn;
}
