import type { RuleRecord } from '@gateproof/harness';

/** What a baseline says of a known rule: `fail, ticket 12, until 2027-01-31`. */
export function knownText({ known }: RuleRecord): string {
  if (known === undefined) return '';
  const until = known.expires === undefined ? [] : [`until ${known.expires}`];
  return [known.verdict, ...(known.reason === undefined ? [] : [known.reason]), ...until].join(', ');
}
