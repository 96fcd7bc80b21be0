import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { test } from '../src/vitest.ts';
import { advanceClock } from './actions.js';
import { curlOfAction, curlOfRequest } from './curl.js';

const run = async (command: string) => (await promisify(execFile)('bash', ['-c', command])).stdout;

test('a request is sent again, whatever its body holds', async ({ account, simulator }) => {
  const body = { model: 'gateproof/echo', messages: [{ role: 'user', content: `it's "$HOME" \`id\` \\ \n done` }] };
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'once', 'x-svc-metadata': 'enabled' };
  await account.request('/chat/completions', { method: 'POST', headers, body: JSON.stringify(body) });
  const [request] = (await account.journal()).entries;
  if (request === undefined) throw new Error('nothing was journaled');
  const printed = await run(curlOfRequest(simulator.url, request, [{ secret: account.apiKey }]));
  expect(printed).toMatch(/^HTTP\/1.1 200/);
  expect(printed).toContain('$HOME');
  const { entries } = await account.journal();
  expect(entries[1]?.body).toEqual(request.body);
  expect(entries[1]?.headers).toMatchObject(headers);
});

test('a key that is not known is left to a variable, and a body that was cut is said to be', async ({
  account,
  simulator,
}) => {
  await account.request('/chat/completions', {
    method: 'POST',
    headers: { authorization: 'Bearer sk-of-somebody-else' },
    body: JSON.stringify({ model: 'x'.repeat(600) }),
  });
  const answer = await fetch(`${simulator.url}/_testbed/v1/journal`);
  const { entries } = (await answer.json()) as Awaited<ReturnType<typeof account.journal>>;
  const [request] = entries.slice(-1);
  if (request === undefined) throw new Error('nothing was journaled');
  const command = curlOfRequest(simulator.url, request, [{ secret: account.apiKey }]);
  expect(command).toContain('-H "Authorization: Bearer $GATEPROOF_KEY"');
  expect(command.split('\n')[0]).toMatch(/^# The journal keeps long texts cut: 6\d\d bytes were sent\.$/);
});

test('an operation is called again, with the token where one is needed', async ({ account, simulator }) => {
  const before = await account.clock.now();
  const base = `${simulator.url}/_testbed/v1/accounts/${account.id}`;
  expect(await run(curlOfAction(base, advanceClock(3_600_000), false))).toMatch(/^HTTP\/1.1 200/);
  expect((await account.clock.now()).getTime() - before.getTime()).toBeGreaterThanOrEqual(3_600_000);
  expect(curlOfAction(base, advanceClock(1), true)).toContain('-H "X-Testbed-Token: $GATEPROOF_TESTBED_TOKEN"');
});
