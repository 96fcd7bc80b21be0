import { equal, match, ok } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { brightness, scrollsSideways, seriousFindings } from './page-checks.ts';
import type { Proof } from './run-proofs.ts';

/** Where the site is served. */
export interface SitePages {
  /** Address of its first page, with a slash at its end. */
  readonly home: string;
}

const rule = 'stream.failure.done-follows';
const shown = ['', 'getting-started.html', 'inspector.html', `rules/${rule}.html`];

/** What a person does with the documentation site. */
export const siteProofs: readonly Proof<SitePages>[] = [
  {
    name: 'the search finds a page and leads to it',
    async show(page, { home }) {
      await page.goto(home);
      await page
        .getByRole('button', { name: /search/i })
        .first()
        .click();
      await page.locator('#localsearch-input').fill('canned replies');
      await page.locator('.VPLocalSearchBox .result').first().waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(/canned-replies/);
      await page.locator('h1', { hasText: 'Canned replies' }).waitFor();
    },
  },
  {
    name: 'the list of rules leads to the page of a rule',
    async show(page, { home }) {
      await page.goto(`${home}contract.html`);
      await page.locator(`a[href$="rules/${rule}.html"]`).first().click();
      await page.waitForURL(/rules\/stream/);
      equal(await page.locator('h1').count(), 1);
      match((await page.locator('body').textContent()) ?? '', /How to mend it/);
    },
  },
  {
    name: 'dark is dark',
    async show(page, { home }) {
      await page.emulateMedia({ colorScheme: 'dark' });
      for (const path of shown) {
        await page.goto(home + path);
        ok((await brightness(page)) < 64, `${path} is bright`);
      }
    },
  },
  {
    name: 'nothing is wider than a phone',
    async show(page, { home }) {
      await page.setViewportSize({ width: 390, height: 844 });
      for (const path of shown) {
        await page.goto(home + path);
        ok(!(await scrollsSideways(page)), `${path} scrolls sideways`);
      }
    },
  },
  ...(['light', 'dark'] as const).map((colorScheme) => ({
    name: `axe finds nothing serious in ${colorScheme}`,
    async show(page: Page, { home }: SitePages) {
      await page.emulateMedia({ colorScheme });
      for (const path of shown) {
        await page.goto(home + path);
        equal(await seriousFindings(page), '', path);
      }
    },
  })),
];
