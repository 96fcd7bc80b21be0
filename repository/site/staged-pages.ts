import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadOpenApi, loadRules, loadTestbedOpenApi } from '@gateproof/spec';
import { root } from '../source-files.ts';
import { glossaryPage } from './glossary-page.ts';
import { openApiPage } from './openapi-page.ts';
import { profileReference } from './profile-reference.ts';
import { outsideOfCode, sitePath, siteText } from './site-links.ts';

/** A page of the site as VitePress reads it. */
export interface StagedPage {
  /** Below the site's root, with its ending. */
  readonly path: string;
  readonly text: string;
}

/** Pages of the repository that the site has too. */
const sources = ['ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'];

/** The pages that VitePress renders: those of the repository with links of the site, and those that are made from the contract's data. */
export function stagedPages(): readonly StagedPage[] {
  const files = [...sources, ...globSync('docs/*.md', { cwd: root })];
  const isPage = (path: string) => files.includes(path);
  const written = files.map((file) => ({
    path: `${sitePath(file)}.md`,
    file,
    text: readFileSync(join(root, file), 'utf8'),
  }));
  const made = [
    { path: 'index.md', text: readFileSync(new URL('home.md', import.meta.url), 'utf8') },
    { path: 'glossary.md', text: glossaryPage() },
    { path: 'profile-reference.md', text: profileReference() },
    { path: 'openapi.md', text: openApiPage(loadOpenApi(), 'The API of a gateway') },
    { path: 'testbed-openapi.md', text: openApiPage(loadTestbedOpenApi(), 'The API of a testbed') },
  ].map((page) => ({ ...page, file: `site/${page.path}` }));
  return [...written.map((page) => ({ ...page, text: withRuleLinks(page.text) })), ...made].map(
    ({ path, file, text }) => ({
      path,
      text: siteText(text, file, isPage),
    }),
  );
}

const ids = new Set(loadRules().map(({ id }) => id));

/** A rule that a page names in code leads to its page, which is none of VitePress's: without a target its router would look for one of its own. */
function withRuleLinks(text: string): string {
  return outsideOfCode(text, (part) =>
    part.replaceAll(/(?<!\[)`([a-z0-9-]+(?:\.[a-z0-9-]+)+)`/g, (code, id: string) =>
      ids.has(id) ? `[${code}](./rules/${id}.html){target=_self}` : code,
    ),
  );
}
