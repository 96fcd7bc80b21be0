import { stripTypeScriptTypes } from 'node:module';
import { expect } from 'vitest';
import type { AccountControl } from '../src/control/account-control.ts';
import { simulatorTest } from '../src/vitest.ts';
import {
  advanceClock,
  changeSecret,
  holdingFault,
  registerWebhook,
  releaseGate,
  removeWebhook,
  setFaults,
  triggerEvent,
} from './actions.js';
import { testOfAction, testOfJob, testOfRequest } from './test-snippets.js';

const test = simulatorTest({ allowLocalWebhooks: true, allowIdleFaults: true });
const url = 'http://127.0.0.1:9/hook';
const chat = { model: 'gateproof/echo', messages: [{ role: 'user', content: 'Hello' }] };

/** Runs the body of a snippet's test with this account, as Vitest would. */
async function runSnippet(snippet: string, account: AccountControl): Promise<void> {
  const [, imports = '', body = ''] =
    /^((?:import .*\n)+)[\s\S]*?test\(.*, async \(\{ account \}\) => \{\n([\s\S]*)\}\);\n$/.exec(snippet) ?? [];
  expect(imports).toContain("from '@gateproof/simulator/vitest';");
  const AsyncFunction = runSnippet.constructor as new (...parts: string[]) => (...given: unknown[]) => Promise<void>;
  await new AsyncFunction('account', 'expect', stripTypeScriptTypes(body))(account, expect);
}

test('a request is expected to be answered the same again', async ({ account }) => {
  const rule = { fault: { kind: 'status', status: 500 }, on: { model: 'gateproof/echo' } } as const;
  const bodies = [chat, { ...chat, temperature: 'hot' }, '{"model": '];
  for (const body of bodies) {
    await account.request('/chat/completions', {
      method: 'POST',
      headers: { 'idempotency-key': `key-${JSON.stringify(body).length}` },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }
  await account.faults.set(rule);
  await account.request('/chat/completions', { method: 'POST', body: JSON.stringify(chat) });
  await account.request('/models');
  const { entries } = await account.journal();
  expect(entries.map(({ status }) => status)).toEqual([200, 400, 400, 502, 200]);
  const faults = await account.faults.read();
  const snippets = entries.map((entry) => testOfRequest(entry, faults));
  expect(snippets[3]).toContain(`await account.faults.set(${JSON.stringify(rule)});`);
  for (const snippet of snippets) {
    const fork = await account.fork();
    await fork.faults.set();
    await runSnippet(snippet, fork);
  }
});

test('a job is submitted again, by its request or by one like it', async ({ account }) => {
  const body = JSON.stringify({ model: 'gateproof/image', prompt: 'a square' });
  const submitted = await account.request('/images/generations', { method: 'POST', body });
  const { id } = (await submitted.json()) as { id: string };
  await account.wait.forJob(id);
  const job = (await (await account.request(`/jobs/${id}`)).json()) as never;
  const [request] = (await account.journal()).entries;
  await runSnippet(testOfJob(job, request), account);
  await runSnippet(testOfJob(job, undefined), account);
});

test.for([
  advanceClock(60_000),
  setFaults([holdingFault(2)]),
  setFaults([]),
  releaseGate("a 'gate'"),
  registerWebhook(url),
  changeSecret({ id: 'whk_1', url }, 'rotate'),
  changeSecret({ id: 'whk_1', url }, 'retire'),
  removeWebhook({ id: 'whk_1', url }),
  triggerEvent('job.canceled'),
])('what a button did is done: $path', async (action, { account }) => {
  await runSnippet(testOfAction(action), account);
});
