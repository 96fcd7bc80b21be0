import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Rules of axe that are broken gravely, with the first place of each. */
export async function seriousFindings(page: Page): Promise<string> {
  await page.evaluate(axe);
  return page.evaluate<string>(`axe.run().then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => id + ' at ' + nodes[0].target.join(' '))
    .join('; '))`);
}

/** How bright the ground of the page is, from 0 to 255. */
export function brightness(page: Page): Promise<number> {
  return page.evaluate<number>(`Number(/\\d+/.exec(getComputedStyle(document.querySelector('body')).backgroundColor)[0]) ||
    Number(/\\d+/.exec(getComputedStyle(document.documentElement).backgroundColor)[0])`);
}

/** Whether the page is wider than its window. */
export function scrollsSideways(page: Page): Promise<boolean> {
  return page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
}
