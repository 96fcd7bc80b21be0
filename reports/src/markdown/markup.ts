import { visibleText } from '../text/visible-text.ts';

/** Plain words inside Markdown: nothing of a target's text can open a tag, a link or a table cell. */
export function escaped(text: string): string {
  return html(text)
    .replace(/[\\`*_[\]|]/g, '\\$&')
    .replaceAll('\n', ' ');
}

/** A word in code. */
export function code(text: string): string {
  return `\`${visibleText(text).replaceAll('`', "'").replaceAll('|', '\\|').replaceAll('\n', ' ')}\``;
}

/** Lines that are folded behind a title, in a code block whose fence is longer than any run of backticks inside; `before` is Markdown above it. */
export function foldedBlock(title: string, lines: readonly string[], before = ''): string {
  const text = lines.join('\n');
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `<details><summary>${html(title)}</summary>\n\n${before === '' ? '' : `${before}\n\n`}${fence}text\n${text}\n${fence}\n\n</details>`;
}

function html(text: string): string {
  return visibleText(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
