import type { Browser, Page } from 'playwright-core';

/** One thing that a person does with a page, and what they must see. */
export interface Proof<Pages> {
  readonly name: string;
  /** What the console may report here: what the browser says of an answer that is meant to be a refusal. Default: nothing. */
  readonly mayReport?: RegExp;
  show(page: Page, pages: Pages): Promise<void>;
}

export interface ProvedPages<Pages> {
  readonly pages: Pages;
  /** Whether the page may ask for this address. */
  mayAsk(url: string): boolean;
}

/** Longest time that one step may take, in ms. */
const limitMs = 20_000;

/** Shows each proof in a window of its own and prints a line for it; returns how many do not hold. */
export async function runProofs<Pages>(
  browser: Browser,
  proofs: readonly Proof<Pages>[],
  proved: ProvedPages<Pages>,
): Promise<number> {
  let broken = 0;
  for (const proof of proofs) {
    const problem = await problemOf(browser, proof, proved);
    const line = problem === undefined ? `✓ ${proof.name}` : `✗ ${proof.name}: ${problem}`;
    process.stdout.write(`${line}\n`);
    if (problem !== undefined) broken += 1;
  }
  return broken;
}

/** What is wrong: a step that does not hold, an error on the console, a dialog, or a request for anything but the page's own. */
async function problemOf<Pages>(
  browser: Browser,
  { show, mayReport }: Proof<Pages>,
  { pages, mayAsk }: ProvedPages<Pages>,
): Promise<string | undefined> {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  context.setDefaultTimeout(limitMs);
  const troubles: string[] = [];
  context.on('weberror', (error) => troubles.push(`script error: ${error.error().message}`));
  context.on('console', (message) => {
    if (message.type() === 'error' && mayReport?.test(message.text()) !== true)
      troubles.push(`console: ${message.text()}`);
  });
  context.on('dialog', (dialog) => troubles.push(`dialog: ${dialog.message()}`));
  context.on('request', (request) => {
    const [url = ''] = request.url().split('#');
    if (!mayAsk(url)) troubles.push(`request for ${url}`);
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
