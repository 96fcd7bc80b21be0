/** How much of one body a report prints. */
export interface CutLimits {
  readonly characters: number;
  readonly lines: number;
}

/** The beginning of a text within both limits, with a count of what was left out. Never splits a surrogate pair. */
export function cutText(text: string, limits: CutLimits): string {
  const lines = text.split('\n');
  let kept = lines.length > limits.lines ? lines.slice(0, limits.lines).join('\n') : text;
  if (kept.length > limits.characters) kept = kept.slice(0, limits.characters).replace(/[\uD800-\uDBFF]$/, '');
  const left = text.length - kept.length;
  return left === 0 ? text : `${kept}\n… ${counted(left, 'more character')}`;
}

/** `1 rule`, `1,204 rules`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
