import { widthOf } from './fit-text.ts';

const graphemes = new Intl.Segmenter();
/** No grapheme that is shown is longer. */
const charactersPerColumn = 8;

/** The text on one line of at most `width` columns; a longer one keeps its start and, in two thirds of the room, its end. */
export function cutMiddle(text: string, width: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= width * charactersPerColumn && widthOf(line) <= width) return line;
  const start = fitting(line.slice(0, width * charactersPerColumn), Math.floor((width - 1) / 3), false);
  const end = fitting(line.slice(-width * charactersPerColumn), width - 1 - widthOf(start), true);
  return `${start}…${end}`;
}

/** The text on one line of at most `width` columns: a longer one keeps its first characters and what stands around `place`. */
export function cutAround(text: string, place: number, width: number): string {
  const half = Math.floor(width / 2);
  if (place < half || place > text.length - half || widthOf(text) <= width) return cutMiddle(text, width);
  const start = text.slice(0, 6);
  return cutEnd(`${start}…${text.slice(place - Math.floor(half / 2))}`, width);
}

function cutEnd(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  return `${fitting(text.slice(0, width * charactersPerColumn), width - 1, false)}…`;
}

/** As much of the start, or of the end, as fits. */
function fitting(text: string, width: number, fromEnd: boolean): string {
  const segments = Array.from(graphemes.segment(text), ({ segment }) => segment);
  if (fromEnd) segments.reverse();
  const kept: string[] = [];
  let used = 0;
  for (const segment of segments) {
    used += widthOf(segment);
    if (used > width) break;
    kept.push(segment);
  }
  return (fromEnd ? kept.reverse() : kept).join('');
}
