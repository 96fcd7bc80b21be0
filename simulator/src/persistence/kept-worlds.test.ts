import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createControl } from '../control/create-control.ts';
import { createSimulator } from '../simulator.ts';

const folder = mkdtempSync(join(tmpdir(), 'gateproof-worlds-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A simulator that keeps its state in a file, with its control client. */
function begin(name: string) {
  const simulator = createSimulator({ data: join(folder, name) });
  return { simulator, control: createControl({ url: 'http://x.test', fetch: simulator.fetch }) };
}

const image = JSON.stringify({ model: 'gateproof/image', prompt: 'a square' });
const headers = { 'idempotency-key': 'k' };

describe('worlds in a data file', () => {
  test('that were reset stay so: neither jobs nor keys of the old one come back', async () => {
    const first = begin('reset.sqlite');
    const account = await first.control.accounts.create({ seed: 's', credit_usd: 7 });
    const submit = async (of: typeof account) =>
      (await (await of.request('/images/generations', { method: 'POST', headers, body: image })).json()) as {
        id: string;
      };
    const old = await submit(account);
    await account.wait.forJob(old.id);
    await account.reset();
    const fresh = await submit(account);
    expect(fresh.id).not.toBe(old.id);
    await account.wait.forJob(fresh.id);
    await first.simulator.close();
    const second = begin('reset.sqlite');
    const again = await second.control.accounts.withKey(account.apiKey);
    expect(again.id).toBe(account.id);
    expect((await again.request(`/jobs/${old.id}`)).status).toBe(404);
    expect((await submit(again)).id).toBe(fresh.id);
    expect((await again.usage()).generations).toHaveLength(1);
    expect(await again.reset()).toMatchObject({ epoch: 2, seed: 's' });
    await second.simulator.close();
  });

  test('that share a seed are kept apart, and forks outlive a restart', async () => {
    const first = begin('fork.sqlite');
    const prepared = await first.control.accounts.create({ seed: 's' });
    await prepared.setRateLimit({ requests: 1_000, window_ms: 1_000 });
    const forks = await Promise.all([prepared.fork({ seed: 's' }), prepared.fork({ seed: 's' })]);
    const ids = await Promise.all(
      forks.map(async (fork) => {
        const answer = await fork.request('/images/generations', { method: 'POST', headers, body: image });
        const { id } = (await answer.json()) as { id: string };
        await fork.wait.forJob(id);
        return id;
      }),
    );
    expect(new Set(ids).size).toBe(2);
    await first.simulator.close();
    const second = begin('fork.sqlite');
    for (const [place, { apiKey, id }] of forks.entries()) {
      const fork = await second.control.accounts.withKey(apiKey);
      expect(fork.id).toBe(id);
      expect((await fork.request(`/jobs/${ids[place]}`)).status).toBe(200);
      expect((await fork.request(`/jobs/${ids[1 - place]}`)).status).toBe(404);
      await fork.reset();
      expect((await fork.request('/models')).status).toBe(200);
    }
    await second.simulator.close();
  });
});
