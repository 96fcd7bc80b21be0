import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { renderHtml } from '@gateproof/reports/html';
import type { Browser } from 'playwright-core';
import { drawPage } from './draw-page.ts';
import { largeDocument } from './large-document.ts';
import type { PageOptions } from './page-options.ts';
import { reportProofs } from './report-proofs.ts';
import { runProofs } from './run-proofs.ts';
import { smallDocument } from './small-document.ts';

/** Looks at the page of a report; returns how many proofs do not hold. */
export async function proveReport(browser: Browser, { drawTo, mostMs }: PageOptions): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'gateproof-browser-'));
  const written = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return pathToFileURL(join(folder, name)).href;
  };
  try {
    const small = written('small.html', renderHtml(smallDocument()));
    const large = written('large.html', renderHtml(largeDocument()));
    const pages = { small, large, mostMs };
    const broken = await runProofs(browser, reportProofs, { pages, mayAsk: (url) => [small, large].includes(url) });
    if (drawTo !== undefined) await drawPage(browser, drawTo, (page) => page.goto(small));
    return broken;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
