import { rulePageUrl } from '@gateproof/spec';

/** Where a rule is explained: its page on a documentation site, or without one the command that prints the same. */
export function aboutRule(rule: string, docsSite: string | undefined): string {
  return docsSite === undefined ? `npx gateproof rules ${rule}` : rulePageUrl(docsSite, rule);
}
