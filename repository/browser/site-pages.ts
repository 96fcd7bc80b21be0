import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { docsSitePath } from '@gateproof/spec';
import type { Browser } from 'playwright-core';
import { root } from '../source-files.ts';
import { drawPage } from './draw-page.ts';
import type { PageOptions } from './page-options.ts';
import { runProofs } from './run-proofs.ts';
import { serveFolder } from './serve-folder.ts';
import { siteProofs } from './site-proofs.ts';

/** Looks at the documentation site as `npm run docs` built it; returns how many proofs do not hold. Throws where it was not built. */
export async function proveSite(browser: Browser, { drawTo }: PageOptions): Promise<number> {
  const folder = join(root, 'docs-site');
  if (!existsSync(join(folder, 'index.html')))
    throw new Error('there is no site in docs-site/: npm run docs builds it');
  const server = await serveFolder(folder, docsSitePath);
  try {
    const pages = { home: server.url };
    const broken = await runProofs(browser, siteProofs, {
      pages,
      mayAsk: (url) => url.startsWith(server.url) || url.startsWith('data:'),
    });
    if (drawTo !== undefined) await drawPage(browser, drawTo, (page) => page.goto(server.url));
    return broken;
  } finally {
    await server.close();
  }
}
