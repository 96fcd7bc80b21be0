import { existsSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { root } from '../source-files.ts';

/** Where files that are no pages of the site can be read. */
const repositoryUrl = 'https://github.com/gateproof/gateproof';

/** `docs/profile.md` → `profile`; a page of the repository's root keeps its name in small letters. */
export function sitePath(source: string): string {
  return posix.basename(source, '.md').toLowerCase();
}

/**
 * A page's links as the site has them: to other pages of the site, to pictures beside them, and for all other files of the repository to where it is
 * published. Comments, which mark snippets for the tests, are left out.
 */
export function siteText(text: string, source: string, isPage: (path: string) => boolean): string {
  return outsideOfCode(text, (part) =>
    part
      .replaceAll(/<!--[\s\S]*?-->\n?/g, '')
      .replaceAll(
        /\]\((?!https?:|#|mailto:)([^)\s]+)\)/g,
        (_, target: string) => `](${siteTarget(target, source, isPage)})`,
      ),
  );
}

function siteTarget(target: string, source: string, isPage: (path: string) => boolean): string {
  const [file = '', anchor] = target.split('#');
  const path = posix.join(posix.dirname(source), file);
  const behind = anchor === undefined ? '' : `#${anchor}`;
  if (file.startsWith('/') || file.endsWith('.html')) return target;
  if (isPage(path)) return `/${sitePath(path)}.md${behind}`;
  if (/\.(svg|png)$/.test(file)) return `/${posix.basename(file)}`;
  const kind = existsSync(posix.join(root, path)) && statSync(posix.join(root, path)).isDirectory() ? 'tree' : 'blob';
  return `${repositoryUrl}/${kind}/main/${path}${behind}`;
}

/** Applies a change to what is outside of fenced code. */
export function outsideOfCode(text: string, change: (part: string) => string): string {
  return text
    .split(/(^(?:`{3,}).*\n[\s\S]*?^`{3,}$)/m)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('');
}
