/** How much of one body a report prints. */
export interface CutLimits {
  readonly characters: number;
  readonly lines: number;
}

/** A text within both limits: a longer one keeps a third of them for its start and the rest for its end, with a count of what was left out between. */
export function cutText(text: string, limits: CutLimits): string {
  const start = within(text, third(limits), false);
  const end = within(
    text,
    { characters: limits.characters - start.length, lines: limits.lines - third(limits).lines },
    true,
  );
  if (within(text, limits, false) === text) return text;
  const left = text.length - start.length - end.length;
  return [start, `… ${counted(left, 'more character')}`, end].filter((part) => part !== '').join('\n');
}

function third({ characters, lines }: CutLimits): CutLimits {
  return { characters: Math.floor(characters / 3), lines: Math.floor(lines / 3) };
}

/** As much of the start, or of the end, as both limits allow. Never splits a surrogate pair. */
function within(text: string, { characters, lines }: CutLimits, fromEnd: boolean): string {
  if (lines === 0 || characters === 0) return '';
  const all = text.split('\n');
  const some = all.length <= lines ? text : (fromEnd ? all.slice(-lines) : all.slice(0, lines)).join('\n');
  if (some.length <= characters) return some;
  return fromEnd
    ? some.slice(-characters).replace(/^[\uDC00-\uDFFF]/, '')
    : some.slice(0, characters).replace(/[\uD800-\uDBFF]$/, '');
}

/** `1 rule`, `1,204 rules`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
