import stringWidth from 'fast-string-width';
import { wrapAnsi } from 'fast-wrap-ansi';

const graphemes = new Intl.Segmenter();

/** Columns that a text takes on a terminal; a wide character takes two. */
export function widthOf(text: string): number {
  return stringWidth(text);
}

/** The text on one line of at most `width` columns; a longer one ends with `…`. Runs of white space count as one blank. */
export function cutToWidth(text: string, width: number): string {
  const line = oneLine(text);
  if (stringWidth(line) <= width) return line;
  let kept = '';
  for (const { segment } of graphemes.segment(line)) {
    if (stringWidth(`${kept}${segment}…`) > width) break;
    kept += segment;
  }
  return `${kept}…`;
}

/**
 * The text on lines of at most `width` columns, broken at blanks where that is possible. Of more than `maxLines` lines the last one ends
 * with `…`. Runs of white space count as one blank.
 */
export function wrapped(text: string, width: number, maxLines = Number.POSITIVE_INFINITY): string[] {
  const line = oneLine(text);
  const lines = wrapAnsi(line, width, { hard: true }).split('\n');
  if (lines.length <= maxLines) return lines;
  const kept = lines.slice(0, maxLines - 1);
  return [...kept, cutToWidth(lines.slice(maxLines - 1).join(' '), width)];
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
