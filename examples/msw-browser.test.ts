import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type StartedSimulator, startSimulator } from '@gateproof/simulator';
import type { Browser, Page } from 'playwright-core';
import { createServer, defaultClientConditions, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openChromium } from '../repository/browser/open-chromium.ts';

const hasChromium = process.env.CHROMIUM !== undefined || existsSync('/usr/bin/chromium');

describe.skipIf(!hasChromium)(hasChromium ? 'MSW in Chromium' : 'skipped: no Chromium here', () => {
  let simulator: StartedSimulator;
  let vite: ViteDevServer;
  let browser: Browser;
  beforeAll(async () => {
    [simulator, browser] = await Promise.all([startSimulator(), openChromium()]);
    process.env.SIMULATOR_URL = simulator.url;
    const root = fileURLToPath(new URL('msw-browser', import.meta.url));
    const conditions = ['@gateproof/source', ...defaultClientConditions];
    vite = await createServer({
      root,
      logLevel: 'silent',
      resolve: { conditions },
      server: { host: '127.0.0.1', port: 0 },
    });
    await vite.listen();
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), vite?.close(), simulator?.close()]);
  });

  /** The application of `examples/msw-browser`, which asks a model once. */
  async function openApplication(apiKey: string, model: string): Promise<Page> {
    const page = await browser.newPage();
    await page.goto(`${vite.resolvedUrls?.local[0]}#${new URLSearchParams({ apiKey, model })}`);
    return page;
  }
  const outcomeOf = (page: Page) => page.locator('#outcome:not(:empty)').textContent();
  const piecesOf = (page: Page) => page.locator('#pieces li').allTextContents();

  test('gives a page the events of a stream as they come', async () => {
    await using account = await simulator.account();
    await account.faults.set({ fault: { kind: 'gate', gate: 'middle', beforeEvent: 3 } });
    const page = await openApplication(account.apiKey, 'gateproof/echo');
    await account.wait.forGate('middle');
    await page.locator('#pieces li', { hasText: '"One"' }).waitFor();
    expect(await page.locator('#outcome').textContent()).toBe('');
    await account.gates.release('middle');
    expect(await outcomeOf(page)).toMatch(/^status 200, request id req_/);
    expect((await piecesOf(page)).join('')).toMatch(/"One"[\s\S]*" two"[\s\S]*data: \[DONE\]\n\n$/);
    await page.close();
  });

  test.each([
    ['before the answer', { kind: 'lose-before-run' }, 'TypeError: Failed to fetch'],
    ['in a stream', { kind: 'lose-in-answer', afterEvents: 2 }, 'TypeError: network error'],
  ] as const)('loses a connection %s', async (_when, fault, outcome) => {
    await using account = await simulator.account();
    await account.faults.set({ fault });
    const page = await openApplication(account.apiKey, 'gateproof/echo');
    expect(await outcomeOf(page)).toBe(outcome);
    await page.close();
  });

  test('gives it errors', async () => {
    const page = await openApplication('sk-unknown', 'gateproof/echo');
    expect(await outcomeOf(page)).toMatch(/^status 401/);
    expect((await piecesOf(page)).join('')).toContain('"code":"unauthorized"');
    await page.close();
  });
});
