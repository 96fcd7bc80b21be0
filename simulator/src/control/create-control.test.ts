import { afterAll, beforeAll, describe, expect } from 'vitest';
import { createSimulator } from '../simulator.ts';
import { openReceiver } from '../testing/receiver.fixture.ts';
import { simulatorTest } from '../vitest.ts';
import { ControlError } from './control-error.ts';
import { createControl } from './create-control.ts';

const test = simulatorTest({ testbedToken: 'open sesame' });

describe('the control client', () => {
  test('opens the account of a key that is there already', async ({ control, simulator }) => {
    const account = await control.accounts.withKey(simulator.defaultKey);
    await account.faults.set({ fault: { kind: 'refuse', code: 'internal_error' }, times: 1 });
    const models = await account.request('/models');
    expect(models.status).toBe(200);
    const body = JSON.stringify({ model: 'gateproof/echo', messages: [{ role: 'user', content: 'Hello' }] });
    expect((await account.request('/chat/completions', { method: 'POST', body })).status).toBe(500);
    const nobody = control.accounts.withKey('sk-nobody');
    await expect(nobody).rejects.toThrow(
      'GET /accounts/self was answered 404 not_found: self is the account of the API key',
    );
  });

  test('sends the token, without which the testbed is closed', async ({ simulator }) => {
    const refused = await createControl({ url: simulator.url })
      .accounts.create()
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ControlError);
    expect(refused).toMatchObject({ status: 403, code: 'forbidden' });
  });

  test('says what answered when it was no testbed', async ({ simulator }) => {
    const elsewhere = createControl({ url: `${simulator.url}/nowhere/` });
    await expect(elsewhere.describe()).rejects.toThrow('GET / was answered 404 not_found: There is no route');
    const silent = createControl({ url: 'http://x.test', fetch: async () => new Response('<html>', { status: 502 }) });
    await expect(silent.describe()).rejects.toThrow('GET / was answered 502: <html>');
  });

  test('arranges keys, limits, credit and trouble', async ({ account }) => {
    const statusOf = async (headers: Record<string, string> = {}) =>
      (await account.request('/models', { headers })).status;
    const key = await account.keys.create();
    expect(await statusOf({ authorization: `Bearer ${key.secret}` })).toBe(200);
    await account.keys.delete(key.id);
    expect(await statusOf({ authorization: `Bearer ${key.secret}` })).toBe(401);
    await account.setTrouble({ stale_configuration: true });
    expect(await statusOf()).toBe(503);
    await account.setTrouble({ stale_configuration: false });
    await account.setRateLimit({ requests: 0, window_ms: 1_000 });
    expect(await statusOf()).toBe(429);
    await account.setRateLimit(null);
    await account.setCredit(0);
    const body = JSON.stringify({ model: 'gateproof/echo', messages: [{ role: 'user', content: 'Hello' }] });
    expect((await account.request('/chat/completions', { method: 'POST', body })).status).toBe(402);
  });

  test('reaches a simulator in this process through its fetch', async () => {
    const simulator = createSimulator();
    const control = createControl({ url: 'https://gateway.example.test', fetch: simulator.fetch });
    const account = await control.accounts.create({ seed: 'x' });
    expect(account.baseUrl).toBe('https://gateway.example.test/v1');
    expect((await account.request('/models')).status).toBe(200);
    await simulator.close();
  });
});

describe('webhooks under control', () => {
  let receiver: Awaited<ReturnType<typeof openReceiver>>;
  beforeAll(async () => {
    receiver = await openReceiver();
  });
  afterAll(() => receiver.close());

  test('are registered, logged, replayed, rotated and removed', async ({ account }) => {
    const webhook = await account.webhooks.create({
      url: receiver.url,
      connect_to: receiver.connectTo,
      ca: receiver.ca,
    });
    await expect(account.webhooks.create({ url: 'http://10.0.0.1/' })).rejects.toThrow('400 invalid_request: url:');
    const body = JSON.stringify({ model: 'gateproof/image', prompt: 'a square' });
    await account.request('/images/generations', { method: 'POST', body });
    const [delivery] = (await account.wait.forDeliveries(1)).deliveries;
    expect(await account.deliveries.read()).toEqual([delivery]);
    await account.webhooks.rotate(webhook.id);
    expect(await account.deliveries.replay(delivery?.id ?? '')).toBe(200);
    expect(String(receiver.deliveries[1]?.headers['svc-signature'])).toMatch(/,v1=\w+,v1=\w+$/);
    await account.webhooks.retire(webhook.id);
    await account.webhooks.delete(webhook.id);
    expect((await account.deliveries.read())[0]?.attempts).toHaveLength(2);
  });
});
