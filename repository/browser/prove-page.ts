import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { renderHtml } from '@gateproof/reports/html';
import type { Browser } from 'playwright-core';
import { largeDocument } from './large-document.ts';
import { openChromium } from './open-chromium.ts';
import { type PageProof, pageProofs, type ReportPages } from './page-proofs.ts';
import { smallDocument } from './small-document.ts';

const limitMs = 60_000;

/**
 * Looks at the page of a report in Chromium; exit code 1 where something is not as a person must see it. Options: `--screenshots FOLDER` draws it,
 * `--most-ms N` is the processor time that the large page may take to open, and to filter (default 1000; more where the machine is slow).
 */
const { values } = parseArgs({
  options: { screenshots: { type: 'string' }, 'most-ms': { type: 'string', default: '1000' } },
});
const folder = mkdtempSync(join(tmpdir(), 'gateproof-browser-'));
const written = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return pathToFileURL(join(folder, name)).href;
};
const browser = await openChromium();
try {
  const pages = {
    small: written('small.html', renderHtml(smallDocument())),
    large: written('large.html', renderHtml(largeDocument())),
    mostMs: Number(values['most-ms']),
  };
  for (const proof of pageProofs) {
    const problem = await problemOf(browser, proof, pages);
    process.stdout.write(
      `${problem === undefined ? '✓' : '✗'} ${proof.name}${problem === undefined ? '' : `: ${problem}`}\n`,
    );
    if (problem !== undefined) process.exitCode = 1;
  }
  if (values.screenshots !== undefined) await draw(browser, pages, values.screenshots);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}

/** What is wrong: a step that does not hold, an error on the console, a dialog, or a request for anything but the page. */
async function problemOf(browser: Browser, { show }: PageProof, pages: ReportPages): Promise<string | undefined> {
  const context = await browser.newContext({ permissions: ['clipboard-write'] });
  context.setDefaultTimeout(limitMs);
  const troubles: string[] = [];
  context.on('weberror', (error) => troubles.push(`script error: ${error.error().message}`));
  context.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`console: ${message.text()}`);
  });
  context.on('dialog', (dialog) => troubles.push(`dialog: ${dialog.message()}`));
  context.on('request', (request) => {
    const [url = ''] = request.url().split('#');
    if (![pages.small, pages.large].includes(url)) troubles.push(`request for ${url}`);
  });
  try {
    await show(await context.newPage(), pages);
  } catch (error) {
    troubles.push(error instanceof Error ? error.message : String(error));
  } finally {
    await context.close();
  }
  return troubles.length === 0 ? undefined : troubles.join('; ');
}

/** `report-light.png` on a desk and `report-dark.png` on a phone. */
async function draw(browser: Browser, { small }: ReportPages, target: string): Promise<void> {
  const views = { light: { width: 1100, height: 800 }, dark: { width: 390, height: 844 } } as const;
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ colorScheme, viewport: views[colorScheme] });
    await page.goto(small);
    await page.screenshot({ path: join(target, `report-${colorScheme}.png`) });
    await page.close();
  }
}
