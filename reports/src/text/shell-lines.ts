import { widthOf } from './fit-text.ts';

/** A comment to the end, or a word with the option before it that it belongs to. */
const units = /#.*|(?:--?[\w-]+ (?!-))?(?:[^\s'"\\]|'[^']*'|"(?:[^"\\]|\\.)*"|\\.)+/gs;

/**
 * A shell command on lines of at most `width` columns that can be pasted together: each but the last ends with a backslash. A word that is
 * wider stands on a line of its own.
 */
export function shellLines(command: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const unit of command.match(units) ?? []) {
    if (line !== '' && widthOf(`${line} ${unit}`) > width - 2) {
      lines.push(`${line} \\`);
      line = '';
    }
    line = line === '' ? unit : `${line} ${unit}`;
  }
  return [...lines, line];
}
