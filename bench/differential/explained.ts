import type { Difference } from './difference.ts';

/** A difference that the contract leaves open. */
interface Explanation {
  readonly why: string;
  readonly label: RegExp;
  /** Of the simulator. */
  readonly one: RegExp;
  /** Of the gateway in Python. */
  readonly other: RegExp;
}

/** Between the two stores of the simulator nothing is open: all of these are differences from the gateway in Python. */
const explanations: readonly Explanation[] = [
  {
    why: 'F027: a chat again under its key is answered with its first result, or with 409',
    label: /^repeat of a chat$/,
    one: /^200 /,
    other: /^409 .*"idempotency_conflict"/,
  },
  {
    why: 'F030: a submission again under its key is answered with the job as it was first or as it is now',
    label: /^repeat of a job$/,
    one: /^202 /,
    other: /^202 /,
  },
];

/** Why the contract allows a difference; undefined where it does not. */
export function explanationOf({ between, asked, one, other }: Difference): string | undefined {
  if (between === 'memory and sqlite') return undefined;
  return explanations.find((open) => open.label.test(asked.label) && open.one.test(one) && open.other.test(other))?.why;
}
