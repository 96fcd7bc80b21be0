import type { RuleRecord } from '@gateproof/harness';

/** What a provisional rule came to: `fail, newer than the rule set of the run`. */
export function provisionalText({ provisional }: RuleRecord): string {
  return provisional === undefined ? '' : `${provisional.verdict}, newer than the rule set of the run`;
}
