import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../source-files.ts';

/** A fenced block of a page, maybe below an item of a list. */
export interface Snippet {
  /** Path of the page from the root, with forward slashes. */
  readonly page: string;
  /** Number of its first line of text within the page. */
  readonly line: number;
  /** `sh`, `ts`, `yaml`, `json`, …; empty where the fence names none. */
  readonly language: string;
  readonly text: string;
  /** It goes on from what stands above it on its page: `<!-- part -->` before the fence. */
  readonly isPart: boolean;
  /** Why it can't be run here: `<!-- not run: REASON -->` before the fence. */
  readonly notRun?: string;
  /** The file that it shows. Another test compares them, and the file has a test of its own. */
  readonly file?: string;
}

/** The pages of the repository, as patterns of paths from its root. */
export const pages: readonly string[] = [
  '*.md',
  'docs/*.md',
  '*/README.md',
  'kits/*/README.md',
  'examples/*/README.md',
];
const block = /^((?: *<!-- .* -->\n)*) *```(\w*)(?: (\S+))?\n([\s\S]*?)^ *```$/gm;

/** All fenced blocks of all pages, in the order of their pages. */
export function readSnippets(): readonly Snippet[] {
  return globSync(pages, { cwd: root, exclude: ['node_modules/**'] })
    .map((page) => page.replaceAll('\\', '/'))
    .sort()
    .flatMap((page) => snippetsOf(page, readFileSync(join(root, page), 'utf8')));
}

/** The fenced blocks of one page. */
export function snippetsOf(page: string, markdown: string): readonly Snippet[] {
  return [...markdown.matchAll(block)].map(({ index, 1: marks = '', 2: language = '', 3: file, 4: text = '' }) => {
    const notRun = /<!-- not run: (.*) -->/.exec(marks)?.[1];
    return {
      page,
      line: `${markdown.slice(0, index)}${marks}`.split('\n').length + 1,
      language,
      text,
      isPart: marks.includes('<!-- part -->'),
      ...(notRun === undefined ? {} : { notRun }),
      ...(file === undefined ? {} : { file }),
    };
  });
}
