import type { ChosenDonors } from './choose-donors.ts';

/** The source of the table of donors. */
export function renderDonors(donors: ReadonlyMap<string, ChosenDonors>): string {
  const rows = [...donors].map(
    ([rule, chosen]) => `${rule}: ${[...chosen].map(([check, cases]) => `${check}*${cases}`).join(' ')}`,
  );
  return [
    '/**',
    ' * By standing rule: the checks whose cases exercise it, each with how many of its first cases are enough. Run where the rule is selected alone.',
    ' * Made by `npm run donors`.',
    ' */',
    'export const standingDonors = `',
    ...rows,
    '`;',
    '',
  ].join('\n');
}
