import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { drawPage } from './draw-page.ts';
import { hello, type InspectorPages, inspectorProofs } from './inspector-proofs.ts';
import type { PageOptions } from './page-options.ts';
import { runProofs } from './run-proofs.ts';
import { startSimulator } from './started-simulator.ts';

const token = 'token-of-the-proof';

/** Looks at the inspector of simulators that the command line starts; returns how many proofs do not hold. */
export async function proveInspector(browser: Browser, { drawTo }: PageOptions): Promise<number> {
  const receiver = await openReceiver();
  const [simulator, guarded] = await Promise.all([
    startSimulator('--allow-local-webhooks'),
    startSimulator('--testbed-token', token),
  ]);
  try {
    const pages = { simulator, guarded: { url: guarded.inspector, token }, hook: receiver.url };
    const origins = [simulator.url, guarded.url];
    const mayAsk = (url: string) => origins.includes(new URL(url).origin);
    const broken = await runProofs(browser, inspectorProofs, { pages, mayAsk });
    if (drawTo !== undefined) await draw(browser, pages, drawTo);
    return broken;
  } finally {
    await Promise.all([simulator.close(), guarded.close()]);
    await receiver.close();
  }
}

/** A receiver of webhooks that refuses every first delivery of an event and accepts the ones after it. */
async function openReceiver() {
  const seen = new Set<string>();
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (piece: string) => {
      body += piece;
    });
    request.on('end', () => {
      const { id } = JSON.parse(body) as { readonly id: string };
      response.writeHead(seen.has(id) ? 200 : 500).end();
      seen.add(id);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, close: () => new Promise((done) => server.close(done)) };
}

async function draw(browser: Browser, { simulator }: InspectorPages, target: string): Promise<void> {
  const account = await simulator.account();
  for (const change of [
    {},
    { temperature: 'hot' },
    { model: 'gateproof/ech' },
    { model: 'gateproof/fails-rate-limited' },
  ]) {
    await account.send('/v1/chat/completions', { ...hello, ...change });
  }
  await drawPage(browser, target, async (page) => {
    await page.goto(account.page('requests'));
    await page.locator('#rows a').nth(2).click();
    await page.locator('#detail h2').waitFor();
  });
}
