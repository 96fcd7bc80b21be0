import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { afterEach, describe, expect, test } from 'vitest';
import { createControl } from '../control/create-control.ts';
import { createSimulator, type Simulator } from '../simulator.ts';
import { openReceiver } from '../testing/receiver.fixture.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

async function openHook() {
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  const state = { status: 200 };
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    received.push({ headers: request.headers, body: Buffer.concat(pieces).toString() });
    response.writeHead(state.status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => server.close(resolve)));
  return { received, state, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}

function open(url: string) {
  const failures: string[] = [];
  const simulator = createSimulator({ forwardWebhooks: { url, onFailure: (line) => failures.push(line) } });
  closers.push(() => simulator.close());
  return { failures, simulator, control: controlOf(simulator) };
}

const controlOf = (simulator: Simulator) =>
  createControl({ url: 'http://gateway.example.test', fetch: simulator.fetch });
const body = JSON.stringify({ model: 'gateproof/image', prompt: 'é "🎨"' });

describe('forwarded webhooks', () => {
  test('are every event of any account, signed, with the bytes that registered endpoints get', async () => {
    const [hook, receiver] = [await openHook(), await openReceiver()];
    closers.push(() => receiver.close());
    const { simulator, control, failures } = open(hook.url);
    const [registered, bare] = [await control.accounts.create(), await control.accounts.create()];
    await registered.webhooks.create({ url: receiver.url, connect_to: receiver.connectTo, ca: receiver.ca });
    await registered.request('/images/generations', { method: 'POST', body });
    await registered.wait.forDeliveries(2);
    await bare.request('/images/generations', { method: 'POST', body });
    await bare.wait.forDeliveries(1);
    expect(hook.received).toHaveLength(2);
    expect(hook.received[0]?.body).toBe(receiver.deliveries[0]?.body);
    for (const { headers, body: sent } of hook.received) {
      const verifier = new Stripe('sk_test').webhooks;
      verifier.constructEvent(sent, String(headers['svc-signature']), simulator.forwardSecret ?? '');
      expect(headers['svc-event']).toBe('job.succeeded');
    }
    expect(failures).toEqual([]);
  });

  test('go to each of several addresses, and a failure names its own', async () => {
    const [first, second] = [await openHook(), await openHook()];
    second.state.status = 500;
    const failures: string[] = [];
    const onFailure = (line: string) => failures.push(line);
    const simulator = createSimulator({ forwardWebhooks: [first, second].map(({ url }) => ({ url, onFailure })) });
    closers.push(() => simulator.close());
    const account = await controlOf(simulator).accounts.create();
    const { deliveries } = await account.events.trigger('job.failed');
    expect(deliveries.map(({ endpointId, state }) => [endpointId, state])).toEqual([
      ['whk_forward', 'delivered'],
      ['whk_forward_2', 'pending'],
    ]);
    expect(first.received[0]?.body).toBe(second.received[0]?.body);
    expect(failures).toEqual([expect.stringContaining(`not forwarded to ${second.url}: answered 500`)]);
  });

  test('that fail are logged in one line, and tried three times in all', async () => {
    const hook = await openHook();
    const { control, failures } = open(hook.url);
    hook.state.status = 500;
    const account = await control.accounts.create();
    await account.request('/images/generations', { method: 'POST', body });
    await account.wait.forDeliveries(1, { state: 'attempted' });
    await account.clock.advance(3 * 86_400_000);
    expect(hook.received).toHaveLength(3);
    expect(failures).toHaveLength(3);
    expect(failures[0]).toMatch(/^job\.succeeded evt_\w+ of job_\w+ not forwarded to http:\S+\/hook: answered 500$/);
  });

  test('report that nobody is there', async () => {
    const hook = await openHook();
    await closers.pop()?.();
    const { control, failures } = open(hook.url);
    const account = await control.accounts.create();
    await account.request('/images/generations', { method: 'POST', body });
    await account.wait.forDeliveries(1, { state: 'attempted' });
    expect(failures).toEqual([expect.stringMatching(/: connect ECONNREFUSED 127\.0\.0\.1:\d+$/)]);
  });
});
