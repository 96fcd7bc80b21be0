import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSimulator, type Simulator } from '@gateproof/simulator';
import { type AccountControl, createControl } from '@gateproof/simulator/control';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordedContext } from '../recorded-context.fixture.ts';
import { runCli } from '../run-cli.ts';

interface Received {
  readonly type: string;
  readonly data: { readonly id: string; readonly state: string; readonly modality: string };
}

let simulator: Simulator;
let receiver: Server;
let account: AccountControl;
let url: string;
let status = 200;
const received: Received[] = [];
beforeAll(async () => {
  simulator = createSimulator({ allowLocalWebhooks: true });
  url = await simulator.listen();
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => {
      received.push(JSON.parse(body));
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  account = await createControl({ url }).accounts.withKey(simulator.defaultKey);
});
afterAll(async () => {
  receiver.close();
  await simulator.close();
});

async function gateproof(...words: readonly string[]) {
  const { context, stdout, stderr } = recordedContext();
  const exitCode = await runCli([...words, '--url', url], context);
  return { exitCode, stdout: stdout(), stderr: stderr() };
}

test('without an endpoint an event goes to nobody, and says how it would', async () => {
  const { exitCode, stderr } = await gateproof('trigger', 'job.succeeded');
  expect([exitCode, stderr]).toEqual([3, expect.stringContaining('the account has no webhook endpoint')]);
  expect((await gateproof('events', 'list')).stderr).toContain('no event was delivered yet');
});

test('events reach a receiver on this machine, each with a body of its own, and can be sent again', async () => {
  const { port } = receiver.address() as AddressInfo;
  await account.webhooks.create({ url: `http://localhost:${port}/hook` });
  const printed: string[] = [];
  for (const words of [
    ['job.succeeded'],
    ['job.failed'],
    ['job.canceled'],
    ['job.succeeded', '--job', 'transcription'],
  ]) {
    const { exitCode, stdout } = await gateproof('trigger', ...words);
    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringMatching(/^evt_\w+ {2}job\.\w+ {2}job_\w+ {2}to whk_\w+ {2}delivered: 200\n$/),
    ]);
    printed.push(stdout);
  }
  expect(received.map(({ type, data }) => [type, data.state, data.modality])).toEqual([
    ['job.succeeded', 'succeeded', 'image'],
    ['job.failed', 'failed', 'image'],
    ['job.canceled', 'canceled', 'image'],
    ['job.succeeded', 'succeeded', 'audio_stt'],
  ]);
  expect(new Set(received.map(({ data }) => data.id)).size).toBe(4);
  expect((await gateproof('events', 'list')).stdout).toBe(printed.join(''));
  const [event = ''] = printed[1]?.split(' ') ?? [];
  status = 500;
  const resent = await gateproof('events', 'resend', event);
  expect([resent.exitCode, resent.stdout]).toEqual([1, expect.stringMatching(/job\.failed {2}to whk_\w+ {2}500\n$/)]);
  expect(received.at(-1)).toEqual(received[1]);
  expect((await gateproof('trigger', 'job.failed')).exitCode).toBe(1);
});

test('what is wrong gets one line with its remedy', async () => {
  const absent = await gateproof('events', 'resend', 'evt_absent');
  expect([absent.exitCode, absent.stderr]).toEqual([
    2,
    expect.stringContaining('no event or delivery evt_absent; see: npx'),
  ]);
  expect((await gateproof('trigger', 'job.exploded')).stderr).toContain('Allowed choices are job.succeeded');
  expect((await gateproof('events', 'list', '--key', 'sk-wrong')).exitCode).toBe(2);
  const { context, stderr } = recordedContext();
  expect(await runCli(['events', 'list', '--url', 'http://127.0.0.1:9'], context)).toBe(4);
  expect(stderr()).toContain('start one with: npx gateproof simulate');
});

test('a simulator that was not started so takes no endpoint on this machine, and names the option', async () => {
  const strict = createSimulator();
  const control = createControl({ url: await strict.listen() });
  const own = await control.accounts.withKey(strict.defaultKey);
  await expect(own.webhooks.create({ url: 'http://localhost:3000/hook' })).rejects.toThrow('--allow-local-webhooks');
  await expect(account.webhooks.create({ url: 'http://10.0.0.1/hook' })).rejects.toThrow('must be an https URL');
  await strict.close();
});
