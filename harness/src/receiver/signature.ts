import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a signature header holds beyond the plain form `t=…,v1=…`; a freedom (F096) tolerates these with a warning. */
export type SignatureNote = 'blanks' | 'timestamp-not-first' | 'other-elements' | 'several-timestamps';

/** A signature header, read. */
export interface SignatureReading {
  /** The `t` element as it stands: digits. */
  readonly timestamp: string;
  /** Every `v1` value as it stands, in order. */
  readonly v1: readonly string[];
  /** Names of elements other than `t` and `v1`. */
  readonly others: readonly string[];
  readonly notes: readonly SignatureNote[];
}

/** The header as read, or why it can't be. */
export type SignatureParse =
  | { readonly ok: true; readonly value: SignatureReading }
  | { readonly ok: false; readonly why: string };

/**
 * Reads a signature header (Events › Delivery): comma-separated `name=value` elements with one `t` of digits and at least one `v1`.
 * The form of the `v1` values is not judged here.
 */
export function parseSignature(header: string | undefined): SignatureParse {
  if (header === undefined) return { ok: false, why: 'there is no signature header' };
  const raw = header.split(',');
  const elements = raw.map((element) => element.trim());
  const pairs = elements.map((element): [string, string] | undefined => {
    const at = element.indexOf('=');
    return at > 0 ? [element.slice(0, at), element.slice(at + 1)] : undefined;
  });
  const broken = pairs.indexOf(undefined);
  if (broken >= 0) return { ok: false, why: `${JSON.stringify(elements[broken])} is not name=value` };
  const known = pairs.filter((pair) => pair !== undefined);
  const named = (name: string) => known.filter(([candidate]) => candidate === name).map(([, value]) => value);
  const [timestamp, ...furtherTimestamps] = named('t');
  const v1 = named('v1');
  if (timestamp === undefined) return { ok: false, why: 'there is no t element' };
  if (!/^[0-9]+$/.test(timestamp))
    return { ok: false, why: `t is ${JSON.stringify(timestamp)}, not a number of seconds` };
  if (v1.length === 0) return { ok: false, why: 'there is no v1 element' };
  const others = known.map(([name]) => name).filter((name) => name !== 't' && name !== 'v1');
  const notes: SignatureNote[] = [];
  if (raw.some((element, i) => element !== elements[i])) notes.push('blanks');
  if (known[0]?.[0] !== 't') notes.push('timestamp-not-first');
  if (others.length > 0) notes.push('other-elements');
  if (furtherTimestamps.length > 0) notes.push('several-timestamps');
  return { ok: true, value: { timestamp, v1, others, notes } };
}

/** Lower-case hexadecimal HMAC-SHA256, keyed with the secret, over `timestamp`, a dot and the exact bytes (Events › Signature, 1). */
export function computeV1(secret: string | Uint8Array, timestamp: string, body: Uint8Array): string {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
}

/** For each key, in order: at which places of `reading.v1` its signature over the body stands. An empty list: nowhere. */
export function matchingPlaces(
  reading: SignatureReading,
  body: Uint8Array,
  keys: readonly (string | Uint8Array)[],
): readonly (readonly number[])[] {
  return keys.map((key) => {
    const wanted = Buffer.from(computeV1(key, reading.timestamp, body));
    return reading.v1.flatMap((value, place) => {
      const given = Buffer.from(value);
      return given.length === wanted.length && timingSafeEqual(given, wanted) ? [place] : [];
    });
  });
}
