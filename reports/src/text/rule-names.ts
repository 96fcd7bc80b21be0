/** Rule ids after each other, so many at most, and the number of those left out. */
export function ruleNames(rules: readonly string[], most: number): string {
  const left = rules.length - most;
  return [...rules.slice(0, most), ...(left > 0 ? [`${left.toLocaleString('en-US')} more`] : [])].join(', ');
}
