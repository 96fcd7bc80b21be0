import type { Browser, Page } from 'playwright-core';

const views = { light: { width: 1100, height: 800 }, dark: { width: 390, height: 844 } } as const;

/** Draws a page in light colours on a desk and in dark ones on a phone: `NAME-light.png` and `NAME-dark.png`. `open` brings the page to what is drawn. */
export async function drawPage(
  browser: Browser,
  fileWithoutEnd: string,
  open: (page: Page) => Promise<unknown>,
): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ colorScheme, viewport: views[colorScheme] });
    await open(page);
    await page.screenshot({ path: `${fileWithoutEnd}-${colorScheme}.png` });
    await page.close();
  }
}
