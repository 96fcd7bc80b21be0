import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deviations } from '@gateproof/deviations';
import type { ResultDocument } from '@gateproof/harness';
import { createSimulator, referenceBehaviour } from '@gateproof/simulator';
import { afterAll, expect, test } from 'vitest';
import { recordedContext } from '../recorded-context.fixture.ts';
import { runCli } from '../run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'gateproof-budget-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs with a budget against a gateway that counts every request which arrives. */
async function judge(budget: number, deviation?: string, ...more: string[]) {
  const change = deviations.find(({ id }) => id === deviation);
  const behaviour = change?.apply(referenceBehaviour) ?? referenceBehaviour;
  const simulator = createSimulator({ defaultKey: 'sk-1', behaviour });
  const inner = await simulator.listen();
  let arrived = 0;
  const counting = createServer((message, response) => {
    arrived += 1;
    const { method = 'GET', headers, url = '/' } = message;
    const call = request(new URL(url, inner), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.rawHeaders);
      answer.pipe(response);
    });
    call.on('error', () => message.socket.destroy());
    response.on('close', () => call.destroy());
    message.pipe(call);
  }).listen(0, '127.0.0.1');
  await once(counting, 'listening');
  const { context, stdout } = recordedContext();
  const json = join(folder, 'run.json');
  const url = `http://127.0.0.1:${(counting.address() as AddressInfo).port}`;
  const flags = ['--url', url, '--key', 'sk-1', '--budget', String(budget), '--json', json, ...more];
  const code = await runCli(['gateway', ...flags], context);
  counting.closeAllConnections();
  counting.close();
  await simulator.close();
  const { rules } = JSON.parse(readFileSync(json, 'utf8')) as ResultDocument;
  const count = (verdict: string) => rules.filter((rule) => rule.verdict === verdict).length;
  return { code, arrived, passed: count('pass'), stdout: stdout(), areas: new Set(rules.map(({ area }) => area)) };
}

test('no more requests arrive than the budget allows, more of them decide more rules, and what is left out turns nothing red', async () => {
  const [small, large] = [await judge(30), await judge(150)];
  expect(small.arrived).toBeLessThanOrEqual(30);
  expect(large.arrived).toBeLessThanOrEqual(150);
  expect(small.passed).toBeGreaterThan(30);
  expect(large.passed).toBeGreaterThan(small.passed);
  expect([small.code, large.code]).toEqual([0, 0]);
  expect(small.stdout).toContain('left out: the budget of 30 requests went to more important rules');
}, 60_000);

test('a broken rule is still confirmed within the budget', async () => {
  const { code, arrived, stdout } = await judge(60, 'auth.key.unknown', '--only', 'auth.key');
  expect(arrived).toBeLessThanOrEqual(60);
  expect(stdout).toContain('✗ fail  auth.key.unknown');
  expect(code).toBe(1);
}, 60_000);
