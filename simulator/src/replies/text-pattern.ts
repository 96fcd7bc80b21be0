const between = /^\/(.+)\/([imsu]*)$/su;

/** Whether a text fits a pattern: a regular expression between slashes, or the text itself, `whole` or as a `part`. Throws `SyntaxError` for a bad expression. */
export function textTest(pattern: string, extent: 'whole' | 'part'): (text: string) => boolean {
  const [, source, flags] = between.exec(pattern) ?? [];
  const expression = source === undefined ? undefined : new RegExp(source, flags);
  if (expression !== undefined) return (text) => expression.test(text);
  return extent === 'whole' ? (text) => text === pattern : (text) => text.includes(pattern);
}

/** Whether the pattern is a regular expression. */
export function isExpression(pattern: string): boolean {
  return between.test(pattern);
}
