/** What a pattern of SQL matches: `_` stands for any character, `%` for any text. */
export function patternOf(text: string): RegExp {
  const escaped = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('%', '.*').replaceAll('_', '.')}$`, 's');
}
