import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { dayMs } from '@gateproof/spec';
import { expect, onTestFinished, test } from 'vitest';
import { startRunClock } from '../clock/run-clock.ts';
import { makeCertificates } from '../receiver/certificates.ts';
import { rawServer } from './raw-server.fixture.ts';
import { createExchangeIds, createRecorder } from './recorder.ts';
import { RecordingClient, type TlsMaterial } from './recording-client.ts';

const clock = startRunClock();
const yearMs = 366 * dayMs;
const certificates = () => makeCertificates(['localhost'], ['127.0.0.1'], clock.wallMs(), 'r-1');

function send(url: string, tls?: TlsMaterial) {
  const client = new RecordingClient({ clock, ...(tls === undefined ? {} : { tls }) });
  onTestFinished(() => client.close());
  const request = { method: 'GET', url, headers: [], body: new Uint8Array(), limitMs: 5_000 };
  return client.send(request, createRecorder(createExchangeIds()));
}

async function secureServer(key: string, cert: string): Promise<string> {
  const server = createServer({ key, cert, requestCert: true, rejectUnauthorized: false }, (message, response) =>
    response.end(String((message.socket as TLSSocket).getPeerCertificate().subject?.CN)),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test('a target behind an authority of its own is reached with its certificate, and not without', async () => {
  const { ca, certificate, key } = await certificates();
  const url = await secureServer(key, certificate);
  expect(await send(url, { ca })).toMatchObject({ ending: 'complete', response: { status: 200 } });
  expect(await send(url)).toMatchObject({ ending: 'refused', trouble: expect.stringContaining('certificate') });
});

test('a certificate that has expired is refused, though its authority is known', async () => {
  const { ca, certificate, key } = await makeCertificates(
    ['localhost'],
    ['127.0.0.1'],
    clock.wallMs() - 20 * yearMs,
    'r-1',
  );
  const url = await secureServer(key, certificate);
  expect(await send(url, { ca })).toMatchObject({ ending: 'refused', trouble: expect.stringContaining('expired') });
});

test('a client certificate is shown', async () => {
  const { ca, certificate, key } = await certificates();
  const url = await secureServer(key, certificate);
  const answer = async (tls: TlsMaterial) => Buffer.from((await send(url, tls)).response?.body ?? []).toString();
  expect(await answer({ ca, clientCertificate: certificate, clientKey: key })).toBe('Gateproof receiver');
  expect(await answer({ ca })).toBe('undefined');
});

test('TLS towards a target that speaks plain HTTP is refused', async () => {
  const server = await rawServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  expect(await send(server.url.replace('http:', 'https:'))).toMatchObject({ ending: 'refused' });
});
