/** Where the documentation is published; the one place that knows. */
export const siteUrl = 'https://gateproof.github.io/gateproof';

/** The page of a rule: its statement, why it matters, what it leaves open, an example and how to mend it. Its address never changes, as the id never does. */
export function rulePageUrl(rule: string): string {
  return `${siteUrl}/rules/${rule}.html`;
}
