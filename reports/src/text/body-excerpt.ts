import type { FailureRecord } from '@gateproof/harness';
import { cutAround } from './cut-middle.ts';
import { wrapped } from './fit-text.ts';
import { visibleText } from './visible-text.ts';

/** Words of a finding in backticks or quotes: a body that has them shows the finding there. */
const quoted = /`([^`]{2,60})`|"([^"\\]{2,60})"/g;

/** The words by which a failure is found in a body, those of what was observed first. */
export function hintsOf({ observed, expected }: Pick<FailureRecord, 'observed' | 'expected'>): string[] {
  return [...`${observed}\n${expected}`.matchAll(quoted)].map(([, code, text]) => code ?? text ?? '');
}

/** The lines of a stream of events, at most `most`, that show what the hints are about: around the only event that has one, otherwise the last ones. */
export function streamExcerpt(text: string, hints: readonly string[], width: number, most: number): string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const telling = tellingLine(lines, hints);
  const last = telling === undefined ? lines.length : Math.min(lines.length, telling.index + Math.max(1, most - 1));
  return lines.slice(Math.max(0, last - most), last).map((line) => {
    const shown = visibleText(line);
    return cutAround(shown, telling === undefined ? shown.length : shown.indexOf(telling.hint), width);
  });
}

/** A body that is one text, on at most `most` lines: its start and its end, or what stands around the first hint. */
export function textExcerpt(text: string, hints: readonly string[], width: number, most: number): string[] {
  const shown = visibleText(text).replace(/\s+/g, ' ').trim();
  const place = hints.map((hint) => shown.indexOf(hint)).find((index) => index >= 0) ?? shown.length;
  // Lines are broken at blanks, so that not every column is used.
  const room = most === 1 ? width : Math.floor(width * most * 0.9);
  return wrapped(cutAround(shown, place, room), width, most);
}

interface TellingLine {
  readonly index: number;
  readonly hint: string;
}

/** The event that alone has a hint. */
function tellingLine(lines: readonly string[], hints: readonly string[]): TellingLine | undefined {
  for (const hint of hints) {
    const having = lines.flatMap((line, index) => (line.includes(hint) ? [index] : []));
    const [index] = having;
    if (index !== undefined && having.length === 1) return { index, hint };
  }
  return undefined;
}
