import { equal, ok } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { brightness, scrollsSideways, seriousFindings } from './page-checks.ts';
import type { Proof } from './run-proofs.ts';

/** Where the two pages lie, as `file:` URLs. */
export interface ReportPages {
  readonly small: string;
  readonly large: string;
  /** Most processor time, in ms, that the large one may take to open, and to filter. */
  readonly mostMs: number;
}

const shownRules = (page: Page) => page.locator('.rule:visible').count();
const focusedRule = (page: Page) => page.locator('.rule:has(summary:focus)').getAttribute('id');

/** What a person does with the page of a report. */
export const reportProofs: readonly Proof<ReportPages>[] = [
  {
    name: 'words and verdicts filter the rules',
    async show(page, { small }) {
      await page.goto(small);
      await page.locator('#find').fill('stream. usage');
      equal(await shownRules(page), 1);
      await page.locator('#find').fill('');
      await page.locator('.chip.warn').click();
      equal(await shownRules(page), 1);
      equal(await page.locator('#shown').textContent(), '1 of 5 rules shown');
    },
  },
  {
    name: 'rules to act on show, and the others once they are unfolded or found',
    async show(page, { small }) {
      await page.goto(small);
      equal(await shownRules(page), 3);
      equal(await page.locator('#shown').textContent(), '3 of 5 rules shown');
      await page.locator('#others > summary', { hasText: '2 more rules: 1 passed, 1 not applicable' }).click();
      equal(await shownRules(page), 5);
      await page.goto(small);
      await page.locator('#find').fill('auth');
      equal(await shownRules(page), 1);
    },
  },
  {
    name: 'on a phone, what is wrong and what shows it begin in the first screen',
    async show(page, { small, large }) {
      await page.setViewportSize({ width: 390, height: 844 });
      for (const url of [small, large]) {
        await page.goto(url);
        const { y } = (await page.locator('.causes .sentence').first().boundingBox()) ?? {
          y: Number.POSITIVE_INFINITY,
        };
        ok(y < 844, `it begins at ${y} px`);
      }
      await page.goto(small);
      const evidence = await page.locator('.causes .evidence pre').first().boundingBox();
      ok(evidence !== null && evidence.y < 844, 'the exchange is not in the first screen');
    },
  },
  {
    name: 'a deep link opens its rule',
    async show(page, { small }) {
      await page.goto(`${small}#stream.usage`);
      equal(await page.locator('.rule[open]').getAttribute('id'), 'stream.usage');
      await page.locator('details:has(> .map) > summary').click();
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
      // The clipboard answers a moment later.
      await copy.filter({ hasText: 'Copied' }).waitFor();
    },
  },
  {
    name: 'dark is dark, and nothing is wider than a phone',
    async show(page, { small, large }) {
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.setViewportSize({ width: 390, height: 844 });
      for (const url of [`${small}#stream.done`, large]) {
        await page.goto(url);
        ok(!(await scrollsSideways(page)), `${url} scrolls sideways`);
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

/** Milliseconds of processor time that the page has taken; other work on the machine does not count. */
async function processorClock(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.POSITIVE_INFINITY);
  };
}
