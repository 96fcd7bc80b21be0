/** Exit code of a run, as in the result document's summary. */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 5;

/** What each exit code means, as help texts and the summary line print it. */
export const exitMeanings: Readonly<Record<ExitCode, string>> = {
  0: 'no rule is broken',
  1: 'a rule is broken',
  2: 'wrong usage, an error in the profile, or a key that the target refuses',
  3: 'no broken rule was found, but some rules could not be decided',
  4: 'the target could not be reached',
  5: 'the harness itself failed',
};
