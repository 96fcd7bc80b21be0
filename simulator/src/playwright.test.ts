import { existsSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openChromium } from '../../repository/browser/open-chromium.ts';
import { routeToSimulator } from './playwright.ts';
import { type StartedSimulator, startSimulator } from './start-simulator.ts';

const hasChromium = process.env.CHROMIUM !== undefined || existsSync('/usr/bin/chromium');

describe.skipIf(!hasChromium)(hasChromium ? 'a page in Chromium' : 'skipped: no Chromium here', () => {
  let simulator: StartedSimulator;
  let browser: Browser;
  beforeAll(async () => {
    [simulator, browser] = await Promise.all([startSimulator(), openChromium()]);
  });
  afterAll(() => Promise.all([browser.close(), simulator.close()]));

  /** A page of another origin than the gateway's, as an application's is. */
  async function openPage(): Promise<Page> {
    const page = await browser.newPage();
    await page.route('https://app.example.test/', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>app</title>' }),
    );
    await routeToSimulator(page, simulator);
    await page.goto('https://app.example.test/');
    return page;
  }

  /** The status and the text of a chat's answer as the page reads it, or what its `fetch` rejects with. */
  const chat = (page: Page, apiKey: string, more: object = {}) =>
    page.evaluate(
      async ([authorization, body]) => {
        const headers = { authorization, 'content-type': 'application/json' };
        const url = 'https://gateway.example.test/v1/chat/completions';
        try {
          const answer = await fetch(url, { method: 'POST', headers, body });
          return [answer.status, answer.headers.get('x-svc-request-id'), await answer.text()] as const;
        } catch (error) {
          return String(error);
        }
      },
      [
        `Bearer ${apiKey}`,
        JSON.stringify({ model: 'gateproof/echo', messages: [{ role: 'user', content: 'Grüezi' }], ...more }),
      ] as const,
    );

  test('reads answers, streams, errors and lost connections of the simulator', async () => {
    const page = await openPage();
    await using account = await simulator.account();
    const id = expect.stringMatching(/^req_/);
    expect(await chat(page, account.apiKey)).toEqual([200, id, expect.stringContaining('Grüezi')]);
    const streamed = await chat(page, account.apiKey, { stream: true });
    expect(streamed).toEqual([200, id, expect.stringMatching(/^data: [\s\S]*Grüezi[\s\S]*data: \[DONE\]\n\n$/)]);
    expect(await chat(page, 'sk-unknown')).toEqual([401, id, expect.stringContaining('unauthorized')]);
    await account.faults.set({ fault: { kind: 'lose-before-run' }, times: 1 });
    expect(await chat(page, account.apiKey)).toBe('TypeError: Failed to fetch');
    await page.close();
  });

  test('leaves other origins alone', async () => {
    const page = await openPage();
    expect(await page.title()).toBe('app');
    await page.close();
  });
});
