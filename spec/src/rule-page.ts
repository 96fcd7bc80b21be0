/** The path below which `npm run docs` builds the documentation site. */
export const docsSitePath = '/gateproof/';

/**
 * The page of a rule on the documentation site at `site`: its statement, why it matters, what it leaves open, an example and how to mend it. The rest of
 * its address never changes, as the id never does.
 */
export function rulePageUrl(site: string, rule: string): string {
  return `${site.replace(/\/+$/, '')}/rules/${rule}.html`;
}
