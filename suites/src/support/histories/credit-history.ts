import type { SequentialModel } from './linearizability.ts';

/** `settled`: so long after all requests before it that what they cost must have been booked. */
export type CreditCommand = 'ask' | 'settled';
export type CreditAnswer = 'served' | 'refused';

interface Credit {
  /** In requests; the last of them may be paid in part. */
  readonly left: number;
  /** Requests that were served and not booked yet. */
  readonly open: number;
}

/**
 * The credit of one account whose requests cost the same each. What one costs is booked when it is admitted, when it has ended or a moment later; until
 * then more than that may be held back for it, so that others are refused. With everything booked, a request that the credit pays for is served.
 */
export function creditHistory(affordable: number): SequentialModel<Credit, CreditCommand, CreditAnswer> {
  return {
    initial: { left: affordable, open: 0 },
    after({ left, open }, command, answer) {
      if (command === 'settled') return [settle({ left, open })];
      if (answer === 'refused') return open > 0 || left < 1 ? [{ left, open }] : [];
      return bookings({ left, open }).flatMap((credit) => (credit.left > 0 ? [serve(credit)] : []));
    },
    afterAny: (credit, command) => (command === 'settled' ? [credit, settle(credit)] : [credit, serve(credit)]),
    keyOf: ({ left, open }) => `${left} ${open}`,
  };
}

function serve({ left, open }: Credit): Credit {
  return { left, open: open + 1 };
}

function settle({ left, open }: Credit): Credit {
  return { left: left - open, open: 0 };
}

/** What is open may have been booked in part. */
function bookings({ left, open }: Credit): readonly Credit[] {
  return Array.from({ length: open + 1 }, (_, booked) => ({ left: left - booked, open: open - booked }));
}
