import 'reflect-metadata';
import { type webcrypto as nodeWebcrypto, webcrypto } from 'node:crypto';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** PEM texts: an authority of our own, and a certificate that it signed. */
export interface Certificates {
  readonly ca: string;
  readonly certificate: string;
  readonly key: string;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const dayMs = 86_400_000;
/** Targets whose clock is moved by months verify these as well. */
const validForDays = 3_650;

/**
 * Makes an authority and a server certificate for the given names (`*.hooks.example.test`) and addresses. `nowMs` is the wall clock;
 * the serial numbers come from `nonce`. Valid from a day ago, for ten years.
 */
export async function makeCertificates(
  names: readonly string[],
  addresses: readonly string[],
  nowMs: number,
  nonce: string,
): Promise<Certificates> {
  const [caKeys, leafKeys] = await Promise.all([makeKeys(), makeKeys()]);
  const span = { notBefore: new Date(nowMs - dayMs), notAfter: new Date(nowMs + validForDays * dayMs) };
  const serial = Buffer.from(nonce).toString('hex').slice(0, 32);
  const issuer = 'CN=Gateproof receiver authority';
  const ca = await X509CertificateGenerator.createSelfSigned(
    {
      ...span,
      serialNumber: `01${serial}`,
      name: issuer,
      keys: caKeys,
      signingAlgorithm: algorithm,
      extensions: [
        new BasicConstraintsExtension(true, 0, true),
        new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      ],
    },
    webcrypto,
  );
  const leaf = await X509CertificateGenerator.create(
    {
      ...span,
      serialNumber: `02${serial}`,
      subject: 'CN=Gateproof receiver',
      issuer,
      publicKey: leafKeys.publicKey,
      signingKey: caKeys.privateKey,
      signingAlgorithm: algorithm,
      extensions: leafExtensions(names, addresses),
    },
    webcrypto,
  );
  const key = await webcrypto.subtle.exportKey('pkcs8', leafKeys.privateKey);
  return { ca: ca.toString('pem'), certificate: leaf.toString('pem'), key: PemConverter.encode(key, 'PRIVATE KEY') };
}

function leafExtensions(names: readonly string[], addresses: readonly string[]) {
  const alternatives = [
    ...names.map((value) => ({ type: 'dns', value }) as const),
    ...addresses.map((value) => ({ type: 'ip', value }) as const),
  ];
  return [
    new BasicConstraintsExtension(false, undefined, true),
    new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
    new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
    new SubjectAlternativeNameExtension(alternatives),
  ];
}

function makeKeys(): Promise<nodeWebcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
}
