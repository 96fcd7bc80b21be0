import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import * as x509 from '@peculiar/x509';

/** A delivery as it arrived. */
export interface ReceivedDelivery {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  readonly path: string;
}

/** A webhook receiver with real TLS on this machine. `status` may be changed between deliveries; undefined: no answer. */
export async function openReceiver() {
  x509.cryptoProvider.set(webcrypto as never);
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: 'CN=hooks.example.test',
    notBefore: new Date('2020-01-01'),
    notAfter: new Date('2050-01-01'),
    signingAlgorithm: algorithm,
    keys: keys as never,
    extensions: [
      new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: 'hooks.example.test' }]),
      new x509.BasicConstraintsExtension(true),
    ],
  });
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  const deliveries: ReceivedDelivery[] = [];
  const state: { status: number | undefined; headers: Record<string, string> } = { status: 200, headers: {} };
  const cert = certificate.toString('pem');
  const server = createServer(
    { cert, key: `-----BEGIN PRIVATE KEY-----\n${pkcs8}\n-----END PRIVATE KEY-----` },
    (request, response) => {
      const pieces: Buffer[] = [];
      // Events in place of an iterator, which takes a third more: measures share the machine with this receiver.
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        deliveries.push({ headers: request.headers, body: Buffer.concat(pieces).toString(), path: request.url ?? '' });
        if (state.status !== undefined) response.writeHead(state.status, state.headers).end();
      });
    },
  );
  const sessions: ('new' | 'resumed')[] = [];
  server.on('secureConnection', (socket) => sessions.push(socket.isSessionReused() ? 'resumed' : 'new'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: 'https://hooks.example.test/in?x=1',
    connectTo: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    ca: cert,
    deliveries,
    /** The TLS sessions of its connections, in order. */
    sessions,
    state,
    async received(count: number) {
      while (deliveries.length < count) await new Promise((resolve) => setImmediate(resolve));
      return deliveries;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
