import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import OpenAI from 'openai';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { SimulatorContainer } from './testcontainers.ts';

const hasEngine = spawnSync('docker', ['info'], { timeout: 10_000 }).status === 0;
const tag = 'testcontainers';

describe.skipIf(!hasEngine)(hasEngine ? 'with an engine' : 'skipped: no container engine answers docker info', () => {
  beforeAll(async () => {
    // Its image would be pulled from a registry.
    vi.stubEnv('TESTCONTAINERS_RYUK_DISABLED', 'true');
    const build = fileURLToPath(new URL('../../examples/container/build.sh', import.meta.url));
    await promisify(execFile)('bash', [build, tag]);
  }, 300_000);

  test('a container of the simulator serves a client, and is arranged from here', async () => {
    await using simulator = await new SimulatorContainer(`gateproof-simulator:${tag}`)
      .withCommand(['--prefix', 'acme'])
      .start();
    await using account = await simulator.account();
    await account.faults.set({ fault: { kind: 'refuse', code: 'rate_limited', retryAfterMs: 100 }, times: 1 });
    const client = new OpenAI({ baseURL: account.baseUrl, apiKey: account.apiKey });
    const { choices } = await client.chat.completions.create({
      model: 'gateproof/echo',
      messages: [{ role: 'user', content: 'Hello' }],
    });
    expect(choices[0]?.message.content).toBe('Hello');
    const headers = { authorization: `Bearer ${simulator.defaultKey}` };
    const listed = await fetch(`${simulator.url}/v1/models`, { headers });
    expect([listed.status, listed.headers.get('x-acme-request-id')]).toEqual([200, expect.stringMatching(/^req_/)]);
  }, 120_000);
});
