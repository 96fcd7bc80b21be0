import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { startRunClock } from '../clock/run-clock.ts';
import { requestJsonOf } from '../exchange/json-of.ts';
import { createExchangeIds, createRecorder } from '../exchange/recorder.ts';
import { type EndpointPlace, Receiver, type ReceiverOptions } from './receiver.ts';

async function openReceiver(options: Partial<ReceiverOptions> = {}) {
  const receiver = await Receiver.open({ clock: startRunClock(), nonce: 'r-7', ...options });
  onTestFinished(() => receiver.close());
  const recorder = createRecorder(createExchangeIds());
  return { receiver, recorder, endpoint: (place?: EndpointPlace) => receiver.endpoint(recorder, place) };
}

/** Starts a delivery as a target would: the URL's name and SNI, the receiver's address. */
function startDelivery(
  receiver: Pick<Receiver, 'connectTo' | 'ca'>,
  url: string,
  body = '{}',
  headers: Record<string, string> = {},
  method = 'POST',
) {
  const { hostname, pathname, protocol } = new URL(url);
  const port = Number(receiver.connectTo.split(':')[1]);
  const library = protocol === 'https:' ? https : http;
  const request = library.request({
    host: '127.0.0.1',
    port,
    servername: hostname,
    ca: receiver.ca,
    path: pathname,
    method,
    agent: false,
    headers: { Host: hostname, 'Content-Length': Buffer.byteLength(body), ...headers },
  });
  request.on('error', () => undefined);
  request.end(body);
  return request;
}

async function deliver(...args: Parameters<typeof startDelivery>): Promise<IncomingMessage> {
  const request = startDelivery(...args);
  const [response] = await once(request, 'response');
  response.resume();
  return response;
}

test('a delivery is recorded with its exact bytes, raw headers and the answer that was given', async () => {
  const { receiver, recorder, endpoint } = await openReceiver();
  const hook = endpoint({ label: 'orders', path: '/in' });
  expect(hook.url).toBe('https://orders.hooks.example.test/r-7-1/in');
  const answer = await deliver(receiver, hook.url, '{"n": 1.0}', { 'SVC-Event': 'job.succeeded' });
  expect(answer.statusCode).toBe(200);
  const [delivery] = hook.deliveries();
  expect(delivery).toMatchObject({
    id: 'x1',
    side: 'delivery',
    ending: 'complete',
    request: { method: 'POST', url: hook.url },
    response: { status: 200 },
  });
  expect(delivery?.request.headers).toContainEqual(['SVC-Event', 'job.succeeded']);
  expect(Buffer.from(delivery?.request.body ?? []).toString()).toBe('{"n": 1.0}');
  expect(delivery && requestJsonOf(delivery)).toEqual({ ok: true, value: { n: 1 } });
  expect(recorder.exchanges()).toEqual([delivery]);
});

test('a listener that is shut refuses connections, and serves again when it is open', async () => {
  const { receiver, endpoint } = await openReceiver();
  const hook = endpoint();
  const { listener, connectTo } = await receiver.openListener();
  const at = { connectTo, ca: receiver.ca };
  expect((await deliver(at, hook.url)).statusCode).toBe(200);
  await listener.shut();
  await expect(deliver(at, hook.url)).rejects.toThrow('ECONNREFUSED');
  expect((await deliver(receiver, hook.url)).statusCode).toBe(200);
  await listener.reopen();
  expect((await deliver(at, hook.url)).statusCode).toBe(200);
  expect(hook.deliveries()).toHaveLength(3);
});

test('answers are given in order, the last one again', async () => {
  const { receiver, endpoint } = await openReceiver();
  const hook = endpoint();
  hook.answer(
    { kind: 'status', status: 500 },
    { kind: 'status', status: 302, headers: { Location: 'https://x.test/' } },
  );
  const answers = [
    await deliver(receiver, hook.url),
    await deliver(receiver, hook.url),
    await deliver(receiver, hook.url),
  ];
  expect(answers.map(({ statusCode, headers }) => [statusCode, headers.location])).toEqual([
    [500, undefined],
    [302, 'https://x.test/'],
    [302, 'https://x.test/'],
  ]);
  expect(hook.deliveries().map(({ response }) => response?.status)).toEqual([500, 302, 302]);
  expect(() => hook.answer()).toThrow('wanted at least one');
});

test('an answer says what it is to say beside its status', async () => {
  const { receiver, endpoint } = await openReceiver();
  const hook = endpoint();
  hook.answer({ kind: 'status', status: 200, body: 'f\u00fcr dich' });
  const answer = await once(startDelivery(receiver, hook.url), 'response').then(([response]) => response);
  expect(answer.headers['content-length']).toBe('9');
  expect(await text(answer)).toBe('f\u00fcr dich');
});

test('a delivery counts as received when it arrives, answered or not', async () => {
  const { receiver, endpoint } = await openReceiver();
  const hook = endpoint();
  hook.answer({ kind: 'hang' });
  const received = hook.received(1);
  const request = startDelivery(receiver, hook.url);
  expect(await received).toBe(true);
  expect(hook.deliveries()).toMatchObject([{ ending: 'timeout' }]);
  request.destroy();
  await expect.poll(() => hook.deliveries()[0]?.trouble).toContain('the sender closed the connection');
});

test('a late answer is given late', async () => {
  const { receiver, endpoint } = await openReceiver();
  const hook = endpoint();
  hook.answer({ kind: 'status', status: 204, afterMs: 30 });
  expect((await deliver(receiver, hook.url)).statusCode).toBe(204);
  const [delivery] = hook.deliveries();
  expect((delivery?.response?.headersAtMs ?? 0) - (delivery?.request.atMs ?? 0)).toBeGreaterThanOrEqual(25);
});

test('a cut delivery gets no answer', async () => {
  const { receiver, endpoint } = await openReceiver();
  const hook = endpoint();
  hook.answer({ kind: 'cut' });
  await expect(deliver(receiver, hook.url)).rejects.toThrow('socket hang up');
  expect(hook.deliveries()).toMatchObject([{ ending: 'closed' }]);
});

test('bytes that are no HTTP are no answer', async () => {
  const { receiver, endpoint } = await openReceiver();
  const hook = endpoint();
  hook.answer({ kind: 'no-http' }, { kind: 'status', status: 200 });
  await expect(deliver(receiver, hook.url)).rejects.toThrow('Parse Error');
  expect(hook.deliveries()).toMatchObject([{ ending: 'closed' }]);
  expect((await deliver(receiver, hook.url)).statusCode).toBe(200);
});

test('a dripped answer is whole with the third release', async () => {
  const { receiver, endpoint } = await openReceiver();
  const hook = endpoint();
  hook.answer({ kind: 'dripped', status: 202 });
  const answer = deliver(receiver, hook.url);
  await hook.received(1);
  hook.release();
  hook.release();
  expect(hook.deliveries()).toMatchObject([{ ending: 'timeout' }]);
  hook.release();
  expect((await answer).statusCode).toBe(202);
  expect(hook.deliveries()).toMatchObject([{ ending: 'complete', response: { status: 202 } }]);
});

test('waiting ends at its limit and at the end of the endpoint', async () => {
  const { receiver, endpoint } = await openReceiver();
  const hook = endpoint();
  expect(await hook.received(1, 10)).toBe(false);
  const waiting = hook.received(1, 60_000);
  receiver.remove(hook);
  expect(await waiting).toBe(false);
});

test('each endpoint has a path; what lies below one is its own, with any method', async () => {
  const { receiver, endpoint } = await openReceiver();
  const [one, other] = [endpoint(), endpoint()];
  await deliver(receiver, `${other.url}/elsewhere`, '', {}, 'GET');
  expect(one.deliveries()).toHaveLength(0);
  expect(other.deliveries()).toMatchObject([{ request: { method: 'GET', url: `${other.url}/elsewhere` } }]);
});

test.each(['HEAD', 'OPTIONS'])('%s asks whether anybody is there, and delivers nothing', async (method) => {
  const { receiver, endpoint } = await openReceiver();
  const hook = endpoint();
  hook.answer({ kind: 'status', status: 500 });
  expect((await deliver(receiver, hook.url, '', {}, method)).statusCode).toBe(200);
  expect(hook.deliveries()).toEqual([]);
  expect((await deliver(receiver, hook.url)).statusCode).toBe(500);
});

test('a delivery to no open endpoint is answered 404 and counted', async () => {
  const { receiver, recorder, endpoint } = await openReceiver();
  const hook = endpoint();
  receiver.remove(hook);
  expect((await deliver(receiver, hook.url)).statusCode).toBe(404);
  expect(receiver.stray).toBe(1);
  expect(recorder.exchanges()).toEqual([]);
});

test('the certificate is not for other names', async () => {
  const { receiver } = await openReceiver();
  const request = startDelivery(receiver, 'https://gateway.test/');
  const [error] = await once(request, 'error');
  expect(error).toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
});

test('an endpoint that is registered already is known by its path, over plain HTTP behind a tunnel', async () => {
  const { receiver, endpoint } = await openReceiver({ tls: false });
  const hook = endpoint({ url: 'https://tunnel.example.com/hook/' });
  expect(hook.url).toBe('https://tunnel.example.com/hook/');
  expect((await deliver(receiver, 'http://tunnel.example.com/hook/')).statusCode).toBe(200);
  expect(hook.deliveries()).toHaveLength(1);
});

test('a port that is taken is reported', async () => {
  const { receiver } = await openReceiver();
  await expect(openReceiver({ port: Number(receiver.connectTo.split(':')[1]) })).rejects.toThrow('EADDRINUSE');
});
