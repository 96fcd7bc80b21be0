import { dayMs } from '@gateproof/spec';
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

/** PEM texts of an authority. */
export interface Authority {
  readonly certificate: string;
  readonly key: string;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
/** Targets whose clock is moved by months verify these as well. */
const validForDays = 3_650;
const issuer = 'CN=Gateproof receiver authority';

const spanFrom = (nowMs: number) => ({
  notBefore: new Date(nowMs - dayMs),
  notAfter: new Date(nowMs + validForDays * dayMs),
});
const serialOf = (nonce: string) => Buffer.from(nonce).toString('hex').slice(0, 32);

/** Makes an authority. `nowMs` is the wall clock; the serial number comes from `nonce`. Valid from a day ago, for ten years. */
export async function makeAuthority(nowMs: number, nonce: string): Promise<Authority> {
  const keys = await makeKeys();
  const ca = await X509CertificateGenerator.createSelfSigned(
    {
      ...spanFrom(nowMs),
      serialNumber: `01${serialOf(nonce)}`,
      name: issuer,
      keys,
      signingAlgorithm: algorithm,
      extensions: [
        new BasicConstraintsExtension(true, 0, true),
        new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      ],
    },
    webcrypto,
  );
  return { certificate: ca.toString('pem'), key: await exported(keys.privateKey) };
}

/**
 * Makes a server certificate for the given names (`*.hooks.example.test`) and addresses, signed by an authority: the given one, or a new one.
 * `nowMs` is the wall clock; the serial numbers come from `nonce`. Valid from a day ago, for ten years.
 */
export async function makeCertificates(
  names: readonly string[],
  addresses: readonly string[],
  nowMs: number,
  nonce: string,
  given?: Authority,
): Promise<Certificates> {
  const authority = given ?? (await makeAuthority(nowMs, nonce));
  const keys = await makeKeys();
  const leaf = await X509CertificateGenerator.create(
    {
      ...spanFrom(nowMs),
      serialNumber: `02${serialOf(nonce)}`,
      subject: 'CN=Gateproof receiver',
      issuer,
      publicKey: keys.publicKey,
      signingKey: await imported(authority.key),
      signingAlgorithm: algorithm,
      extensions: leafExtensions(names, addresses),
    },
    webcrypto,
  );
  return { ca: authority.certificate, certificate: leaf.toString('pem'), key: await exported(keys.privateKey) };
}

async function exported(key: nodeWebcrypto.CryptoKey): Promise<string> {
  return PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY');
}

function imported(pem: string): Promise<nodeWebcrypto.CryptoKey> {
  return webcrypto.subtle.importKey('pkcs8', PemConverter.decodeFirst(pem), algorithm, false, ['sign']);
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
