import { equal, match, ok } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { brightness, scrollsSideways, seriousFindings } from './page-checks.ts';
import type { Proof } from './run-proofs.ts';
import type { ProofAccount, StartedSimulator } from './started-simulator.ts';

/** What the proofs look at and use. */
export interface InspectorPages {
  /** Takes local webhooks. */
  readonly simulator: StartedSimulator;
  /** The inspector of one that asks for a token. */
  readonly guarded: { readonly url: string; readonly token: string };
  /** Where webhooks are received; every first delivery of an event is refused. */
  readonly hook: string;
}

/** A chat that is served. */
export const hello = { model: 'gateproof/echo', messages: [{ role: 'user', content: 'Hello' }] };
const chat = '/v1/chat/completions';
const views = ['requests', 'calls', 'jobs', 'deliveries', 'arrange'] as const;

/** What a person does with the inspector. */
export const inspectorProofs: readonly Proof<InspectorPages>[] = [
  {
    name: 'the bare address leads to the inspector, which is live',
    async show(page, { simulator }) {
      await page.goto(simulator.url);
      equal(new URL(page.url()).pathname, '/_inspector');
      await page.locator('#live.live').waitFor();
    },
  },
  {
    name: 'a request appears while one looks, with what was wrong with it',
    async show(page, { simulator }) {
      const account = await opened(page, simulator, 'requests');
      await page.locator('#empty', { hasText: 'No requests yet' }).waitFor();
      await account.send(chat, { ...hello, temperature: 'hot' });
      await page.locator('#rows .pill', { hasText: '400 invalid_request' }).waitFor();
      await page.locator('#rows a').click();
      match(await textOf(page, '#detail .callout'), /`temperature` is a string \("hot"\) and must be a number/);
    },
  },
  {
    name: 'a stream is held before its second event and released',
    async show(page, { simulator }) {
      const account = await opened(page, simulator, 'arrange');
      await page.getByRole('button', { name: 'Hold the next stream' }).click();
      await page.locator('#said .good').waitFor();
      const stream = await account.send(chat, { ...hello, stream: true });
      await page.locator('#held', { hasText: 'One answer is held at the gate inspector' }).waitFor();
      await page.getByRole('link', { name: /^Requests/ }).click();
      await page.locator('#rows .pill.live', { hasText: '200 open' }).waitFor();
      await page.locator('#held').getByRole('button', { name: 'Release' }).click();
      match(await stream.text(), /\[DONE\]/);
      await page.locator('#rows .pill.good', { hasText: '200' }).waitFor();
    },
  },
  {
    name: 'a fault is set, acts once, and shows in the request and the call to the endpoint',
    async show(page, { simulator }) {
      const account = await opened(page, simulator, 'arrange');
      await page.locator('.card select').selectOption({ label: 'Endpoint answers 500' });
      await page.getByRole('button', { name: 'Add fault' }).click();
      await page.locator('.items', { hasText: 'acted 0 of 1' }).waitFor();
      equal((await account.send(chat, hello)).status, 502);
      equal((await account.send(chat, hello)).status, 200);
      await page.locator('.items', { hasText: 'acted 1 of 1' }).waitFor();
      await page.getByRole('link', { name: /^Requests/ }).click();
      await page.locator('#rows a', { hasText: '502' }).click();
      await page.locator('#detail .callout', { hasText: 'Fault: answers with status 500' }).waitFor();
      await page.locator('#detail a.goes').first().click();
      // The detail of the request stands there until that of the call has come.
      await page.locator('#detail .callout', { hasText: "In the endpoint's place: answers with status 500" }).waitFor();
    },
  },
  {
    name: 'a day passes, and the refused delivery is attempted again; a rotation adds a signature',
    async show(page, { simulator, hook }) {
      await opened(page, simulator, 'arrange');
      await page.getByLabel('URL').fill(hook);
      await page.getByRole('button', { name: 'Register' }).click();
      await page.locator('.items', { hasText: 'one secret' }).waitFor();
      await page.getByRole('button', { name: 'job.failed' }).click();
      await page.getByRole('link', { name: /^Deliveries 1/ }).click();
      await page.locator('#rows a', { hasText: 'pending' }).click();
      await page.locator('#detail', { hasText: 'answered with 500' }).waitFor();
      const before = await textOf(page, '#now');
      await page.getByRole('button', { name: '+24 h' }).click();
      await page.locator('#detail h2', { hasText: 'delivered' }).waitFor();
      ok((await textOf(page, '#now')) > before, 'the clock did not move');
      equal(await page.locator('.attempts code').count(), 2);
      await page.getByRole('link', { name: /^Arrange/ }).click();
      await page.getByRole('button', { name: 'Rotate' }).click();
      await page.locator('.items', { hasText: '2 secrets' }).waitFor();
      await page.getByRole('link', { name: /^Deliveries/ }).click();
      await page.locator('#rows a').click();
      await page.getByRole('button', { name: 'Redeliver' }).click();
      await page.locator('#detail', { hasText: '3 attempts' }).waitFor();
      equal(await page.locator('.attempts li:last-child code').count(), 2);
    },
  },
  {
    name: 'a job shows its state and its deliveries',
    async show(page, { simulator }) {
      const account = await opened(page, simulator, 'jobs');
      await account.send('/v1/images/generations', { model: 'gateproof/image', prompt: 'a square' });
      await page.locator('#rows a', { hasText: 'succeeded' }).click();
      await page.locator('#detail', { hasText: 'Submitted by' }).waitFor();
      await page.locator('#detail dd a.goes').click();
      await page.locator('#detail h2', { hasText: 'POST /v1/images/generations' }).waitFor();
    },
  },
  {
    name: 'the copied command sends the request again, and the copied test expects its answer',
    async show(page, { simulator }) {
      const account = await opened(page, simulator, 'requests');
      await account.send(chat, { ...hello, messages: [{ role: 'user', content: `it's "$HOME"` }] });
      await page.locator('#rows a').click();
      const printed = await promisify(execFile)('bash', ['-c', await copied(page, 'Copy as curl')]);
      match(printed.stdout, /^HTTP\/1.1 200/);
      await page.locator('#rows a').nth(1).waitFor();
      match(await copied(page, 'Copy as Vitest test'), /expect\(answer.status\).toBe\(200\);/);
    },
  },
  {
    name: 'the keyboard filters, steps, opens and closes',
    async show(page, { simulator }) {
      const account = await opened(page, simulator, 'requests');
      for (const temperature of [0, 1, 'hot']) await account.send(chat, { ...hello, temperature });
      await page.locator('#rows a').nth(2).waitFor();
      await page.keyboard.press('/');
      await page.keyboard.type('hot');
      equal(await textOf(page, '#shown'), '1 of 3');
      await page.locator('#find').fill('');
      await page.keyboard.press('Escape');
      for (const key of ['j', 'j', 'k', 'Enter']) await page.keyboard.press(key);
      await page.locator('#detail h2', { hasText: '400' }).waitFor();
      await page.keyboard.press('Escape');
      await page.locator('#detail', { hasText: 'Choose a line' }).waitFor();
    },
  },
  {
    name: 'a link leads back to the line',
    async show(page, { simulator }) {
      const account = await opened(page, simulator, 'requests');
      await account.send(chat, hello);
      await page.locator('#rows a').click();
      const address = page.url();
      await page.goto('about:blank');
      await page.goto(address);
      await page.locator('#detail h2', { hasText: chat }).waitFor();
      equal(await page.locator('#account').inputValue(), account.id);
    },
  },
  {
    name: 'what clients send is text, whatever it looks like',
    async show(page, { simulator }) {
      const attack = `"><img src=x onerror="alert(1)"><script>alert(2)</script>\u202e`;
      const account = await opened(page, simulator, 'requests');
      await account.send(
        `${chat}?${encodeURIComponent(attack)}`,
        { ...hello, model: attack, [attack]: attack },
        { 'x-attack': '<b onload=alert(3)>' },
      );
      await page.locator('#rows a').click();
      await page.getByText(/^Headers/).click();
      await page.locator('#detail', { hasText: '<script>alert(2)</script>\\u{202e}' }).waitFor();
      equal(await page.locator('main :is(img, script, b)').count(), 0);
    },
  },
  {
    name: 'with a token it asks for it, and opens with it',
    mayReport: /403/,
    async show(page, { guarded }) {
      await page.goto(guarded.url);
      await page.getByRole('textbox', { name: 'Token' }).fill(guarded.token);
      await page.getByRole('button', { name: 'Open' }).click();
      await page.locator('#live.live').waitFor();
      await page.locator('#token').waitFor({ state: 'hidden' });
    },
  },
  {
    name: 'dark is dark, and nothing is wider than a phone',
    async show(page, { simulator, hook }) {
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.setViewportSize({ width: 390, height: 844 });
      const account = await filled(page, simulator, hook);
      for (const view of views) {
        await page.goto(account.page(view));
        await page.locator(`body[data-view=${view}]`).waitFor();
        ok(!(await scrollsSideways(page)), `${view} scrolls sideways`);
        if (view === 'arrange') continue;
        await page.locator('#rows a').first().click();
        await page.locator('#detail h2').waitFor();
        ok(!(await scrollsSideways(page)), `an item of ${view} scrolls sideways`);
        await page.getByRole('link', { name: 'Back to the list' }).click();
        await page.locator('#rows a').first().waitFor();
      }
      ok((await brightness(page)) < 64, 'the ground is bright');
    },
  },
  ...(['light', 'dark'] as const).map((colorScheme) => ({
    name: `axe finds nothing serious in ${colorScheme}`,
    async show(page: Page, { simulator, hook }: InspectorPages) {
      await page.emulateMedia({ colorScheme });
      const account = await filled(page, simulator, hook);
      for (const view of views) {
        await page.goto(account.page(view));
        await page.locator(`body[data-view=${view}]`).waitFor();
        if (view !== 'arrange') await page.locator('#rows a').first().click();
        equal(await seriousFindings(page), '', view);
      }
    },
  })),
];

/** A fresh account, whose view is open. */
async function opened(page: Page, simulator: StartedSimulator, view: (typeof views)[number]): Promise<ProofAccount> {
  const account = await simulator.account();
  await page.goto(account.page(view));
  await page.locator(`body[data-view=${view}]`).waitFor();
  return account;
}

/** An account of which every view has something to show; its requests are open. */
async function filled(page: Page, simulator: StartedSimulator, hook: string): Promise<ProofAccount> {
  const account = await opened(page, simulator, 'arrange');
  await page.getByLabel('URL').fill(hook);
  await page.getByRole('button', { name: 'Register' }).click();
  await page.locator('.items', { hasText: 'one secret' }).waitFor();
  await page.getByRole('button', { name: 'Add fault' }).click();
  await page.locator('.items', { hasText: 'acted 0 of 1' }).waitFor();
  await account.send(chat, hello);
  await account.send(chat, { ...hello, temperature: 'hot' });
  await page.getByRole('button', { name: 'job.failed' }).click();
  await page.locator('#views', { hasText: 'Deliveries 1' }).waitFor();
  return account;
}

async function textOf(page: Page, selector: string): Promise<string> {
  return (await page.locator(selector).first().textContent()) ?? '';
}

/** What a button puts on the clipboard. */
async function copied(page: Page, button: string): Promise<string> {
  await page.locator('#detail').getByRole('button', { name: button }).click();
  await page.locator('#detail').getByRole('button', { name: 'Copied' }).first().waitFor();
  return page.evaluate<string>('navigator.clipboard.readText()');
}
