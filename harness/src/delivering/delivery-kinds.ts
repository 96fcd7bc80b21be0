import { serviceNames } from '@gateproof/spec';
import type { Header } from '../exchange/exchange.ts';
import { readJson } from '../exchange/json.ts';
import { computeV1 } from '../receiver/signature.ts';

/** What was sent of a delivery. */
interface SentDelivery {
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
}

/** What it is compared with: the prefix of header names, and the secrets that sign. */
interface Signing {
  readonly prefix: string;
  readonly secrets: readonly string[];
}

const usualForm = /^t=\d{1,12}(,v1=[0-9a-f]{64})+$/;
const largeBytes = 64 * 1024;
/** The kind of all deliveries. */
const general = 'a delivery';

/** The kinds of a delivery, the most general first: what is unusual about it makes it one of its own. */
export function deliveryKinds(sent: SentDelivery, signing: Signing): readonly string[] {
  const unusual = [...signatureWords(sent, signing), ...bodyWords(sent.body), ...headerWords(sent.headers)];
  return [general, `${general} ${unusual.length === 0 ? 'as a gateway sends it' : `with ${unusual.join(', ')}`}`];
}

function valuesOf(headers: readonly Header[], name: string): readonly string[] {
  return headers.filter(([given]) => given.toLowerCase() === name).map(([, value]) => value);
}

function signatureWords({ headers, body }: SentDelivery, { prefix, secrets }: Signing): readonly string[] {
  const [value, ...others] = valuesOf(headers, serviceNames(prefix).signatureHeader.toLowerCase());
  if (value === undefined) return ['no signature'];
  if (others.length > 0) return ['several signature headers'];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a header may hold any byte.
  if (/[^\x00-\x7e]/.test(value)) return ['a signature header that holds bytes above 0x7e'];
  if (value === '') return ['an empty signature header'];
  if (!usualForm.test(value)) return ['a signature header of another form than t=…,v1=…'];
  const t = /^t=(\d+)/.exec(value)?.[1] ?? '';
  return secrets.some((secret) => value.includes(computeV1(secret, t, body))) ? [] : ['a signature of other bytes'];
}

function bodyWords(body: Uint8Array): readonly string[] {
  if (body.length === 0) return ['an empty body'];
  const large = body.length > largeBytes ? ['a body of more than 64 KiB'] : [];
  return readJson(body).ok ? large : [...large, 'a body that is not JSON'];
}

function headerWords(headers: readonly Header[]): readonly string[] {
  const [type] = valuesOf(headers, 'content-type');
  return [
    ...(type === 'application/json' ? [] : [type === undefined ? 'no Content-Type' : `the Content-Type ${type}`]),
    ...valuesOf(headers, 'content-encoding').map((coding) => `the Content-Encoding ${coding}`),
  ];
}
