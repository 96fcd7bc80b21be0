import { equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

/** Where the two pages lie, as `file:` URLs. */
export interface ReportPages {
  readonly small: string;
  readonly large: string;
  /** Most processor time, in ms, that the large one may take to open, and to filter. */
  readonly mostMs: number;
}

/** One thing that a person does with the page of a report, and what they must see. */
export interface PageProof {
  readonly name: string;
  show(page: Page, pages: ReportPages): Promise<void>;
}

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const shownRules = (page: Page) => page.locator('.rule:visible').count();
const focusedRule = (page: Page) => page.locator('.rule:has(summary:focus)').getAttribute('id');

export const pageProofs: readonly PageProof[] = [
  {
    name: 'words and verdicts filter the rules',
    async show(page, { small }) {
      await page.goto(small);
      equal(await shownRules(page), 5);
      await page.locator('#find').fill('stream. usage');
      equal(await shownRules(page), 1);
      await page.locator('#find').fill('');
      await page.locator('.chip.warn').click();
      equal(await shownRules(page), 1);
      equal(await page.locator('#shown').textContent(), '1 of 5 rules shown');
    },
  },
  {
    name: 'a deep link opens its rule',
    async show(page, { small }) {
      await page.goto(`${small}#stream.usage`);
      equal(await page.locator('.rule[open]').getAttribute('id'), 'stream.usage');
      await page.locator('.cell[href="#auth.key"]').click();
      equal(await focusedRule(page), 'auth.key');
    },
  },
  {
    name: 'the keyboard finds, steps and opens',
    async show(page, { small }) {
      await page.goto(small);
      await page.keyboard.press('/');
      equal(await page.evaluate('document.activeElement.id'), 'find');
      await page.keyboard.type('stream');
      await page.keyboard.press('Tab');
      await page.keyboard.press('j');
      equal(await focusedRule(page), 'stream.done');
      await page.keyboard.press('j');
      equal(await focusedRule(page), 'stream.usage');
      await page.keyboard.press('k');
      await page.keyboard.press('Enter');
      equal(await page.locator('.rule[open]').getAttribute('id'), 'stream.done');
    },
  },
  {
    name: 'a command is copied',
    async show(page, { small }) {
      await page.goto(`${small}#stream.done`);
      const copy = page.locator('#stream\\.done .copy').first();
      await copy.click();
      equal(await copy.textContent(), 'Copied');
    },
  },
  {
    name: 'dark is dark, and nothing is wider than a phone',
    async show(page, { small, large }) {
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.setViewportSize({ width: 390, height: 844 });
      for (const url of [`${small}#stream.done`, large]) {
        await page.goto(url);
        ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${url} scrolls sideways`);
      }
      ok((await brightness(page)) < 64, 'the ground is bright');
    },
  },
  ...(['light', 'dark'] as const).map((colorScheme) => ({
    name: `axe finds nothing serious in ${colorScheme}`,
    async show(page: Page, { small }: ReportPages) {
      await page.emulateMedia({ colorScheme });
      await page.goto(`${small}#stream.done`);
      equal(await seriousFindings(page), '');
    },
  })),
  {
    name: 'three hundred hostile failures with 5,000 exchanges open and filter in time, and run nothing',
    async show(page, { large, mostMs }) {
      const spentMs = await processorClock(page);
      await page.goto(large);
      const opened = await spentMs();
      ok(opened < mostMs, `opening it took ${Math.round(opened)} ms`);
      await page.locator('#find').fill('chat.body.some-long-name.field-type-299');
      equal(await shownRules(page), 1);
      const filtered = (await spentMs()) - opened;
      ok(filtered < mostMs, `filtering it took ${Math.round(filtered)} ms`);
    },
  },
];

/** From 0 to 255. */
function brightness(page: Page): Promise<number> {
  return page.evaluate<number>(`Number(/\\d+/.exec(getComputedStyle(document.body).backgroundColor)[0])`);
}

/** Rules of axe that are broken gravely, with the first place of each. */
async function seriousFindings(page: Page): Promise<string> {
  await page.evaluate(axe);
  return page.evaluate<string>(`axe.run().then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => id + ' at ' + nodes[0].target.join(' '))
    .join('; '))`);
}

/** Milliseconds of processor time that the page has taken; other work on the machine does not count. */
async function processorClock(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.POSITIVE_INFINITY);
  };
}
