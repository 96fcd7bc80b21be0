import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { BasicConstraintsExtension, SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509';

/** A delivery as a receiver sees it. */
export interface Delivery {
  readonly deliveryId: string;
  readonly signature: string;
  readonly body: string;
}

/** A webhook receiver on this machine, with a certificate of its own, that answers every delivery with 500. Close it. */
export async function openFailingReceiver() {
  const { certificate, key } = await makeCertificate();
  const deliveries: Delivery[] = [];
  const first = Promise.withResolvers<void>();
  const server = createServer({ cert: certificate, key }, async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    deliveries.push({
      deliveryId: String(request.headers['svc-delivery']),
      signature: String(request.headers['svc-signature']),
      body: Buffer.concat(pieces).toString(),
    });
    response.writeHead(500).end();
    first.resolve();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    /** What is registered, and where it is really reached. */
    registration: {
      url: 'https://hooks.example.test/in',
      connect_to: `127.0.0.1:${(server.address() as AddressInfo).port}`,
      ca: certificate,
    },
    /** Resolves once the first delivery has come. */
    first: first.promise,
    deliveries: deliveries as readonly Delivery[],
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function makeCertificate(): Promise<{ readonly certificate: string; readonly key: string }> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: 'CN=hooks.example.test',
    notBefore: new Date('2020-01-01'),
    notAfter: new Date('2050-01-01'),
    signingAlgorithm: algorithm,
    keys: keys as never,
    extensions: [
      new SubjectAlternativeNameExtension([{ type: 'dns', value: 'hooks.example.test' }]),
      new BasicConstraintsExtension(true),
    ],
  });
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  return {
    certificate: certificate.toString('pem'),
    key: `-----BEGIN PRIVATE KEY-----\n${pkcs8}\n-----END PRIVATE KEY-----`,
  };
}
