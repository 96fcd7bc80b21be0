/** The outcome of a rule on a target. */
export const verdicts = [
  'pass',
  'fail',
  'flaky',
  'warn',
  'inconclusive',
  'blocked',
  'not-applicable',
  'not-claimed',
  'known',
  'provisional',
  'differs',
  'error',
] as const;
export type Verdict = (typeof verdicts)[number];
