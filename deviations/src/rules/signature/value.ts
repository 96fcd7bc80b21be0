import { createHash, createHmac } from 'node:crypto';
import { remembering, rows } from '../../change.ts';
import { renew } from '../../operators/events.ts';
import { hmac, seconds, sign, signBody, signWith } from '../../operators/signing.ts';
import { about, atAttempt, endpointsOf, retries } from '../../scopes/deliveries.ts';

const withWrongKey = (secret: string, t: string, body: string) => hmac(`${secret}x`, `${t}.${body}`);
const twice = (own: readonly string[]): readonly string[] => (own.length === 1 ? [...own, ...own] : own);

/** What is hashed, and how. */
export const signatureValues = rows('signature.value', {
  'matches:body-only': sign('the body without t', (secret, _t, body) => hmac(secret, body)),
  'matches:no-dot': sign('without the dot', (secret, t, body) => hmac(secret, t + body)),
  'matches:colon': sign('with a colon', (secret, t, body) => hmac(secret, `${t}:${body}`)),
  'matches:body-first': sign('the body before t', (secret, t, body) => hmac(secret, `${body}.${t}`)),
  'matches:milliseconds': sign('t in milliseconds', (secret, t, body) => hmac(secret, `${t}000.${body}`)),
  'matches:swapped': sign('with the message as the key', (secret, t, body) => hmac(`${t}.${body}`, secret)),
  'matches:no-hmac': sign('with a hash without a key', (secret, t, body) =>
    createHash('sha256').update(`${secret}${t}.${body}`).digest('hex'),
  ),
  'matches:stripped': sign('with the secret without its prefix', (secret, t, body) =>
    hmac(secret.replace('whsec_', ''), `${t}.${body}`),
  ),
  'matches:base64-key': sign('with decoded keys', (secret, t, body) =>
    hmac(Buffer.from(secret, 'base64'), `${t}.${body}`),
  ),
  'matches:lower-key': sign('with an upper-case key', (secret, t, body) => hmac(secret.toUpperCase(), `${t}.${body}`)),
  'matches:sha512': sign('with SHA-512', (secret, t, body) =>
    createHmac('sha512', secret).update(`${t}.${body}`).digest('hex'),
  ),
  'matches:sha3': sign('with SHA3-256', (secret, t, body) =>
    createHmac('sha3-256', secret).update(`${t}.${body}`).digest('hex'),
  ),
  'failed-job': sign('with a wrong key', withWrongKey, about('failed')),
  'failed-job:canceled': sign('with a wrong key', withWrongKey, about('canceled')),
  'failed-job:canceled-transcription': sign('with a wrong key', withWrongKey, about('canceled', 'transcription')),
  'failed-job:failed-image': sign('with a wrong key', withWrongKey, about('failed', 'image')),
  'on-retry': sign(
    'the first t',
    (secret, _t, body, { firstAtMs }) => hmac(secret, `${seconds(firstAtMs)}.${body}`),
    retries,
  ),
  'on-retry:attempt': sign(
    'the attempt too',
    (secret, t, body, { number }) => hmac(secret, `${t}.${number}.${body}`),
    retries,
  ),
  'on-retry:eighth': sign('the body without t', (secret, _t, body) => hmac(secret, body), atAttempt(8)),
  'on-retry:first-body': remembering((first = new Map<string, string>()) => [
    renew('createdAt'),
    sign('the first body', (secret, t, body, { record, number }) => {
      if (number === 1) first.set(record.id, body);
      return hmac(secret, `${t}.${first.get(record.id) ?? body}`);
    }),
  ]),
  'every-v1': signWith('a secret of nobody as well', (own) => [...own, 'whsec_nobody']),
  'every-v1:other-endpoint': signWith("another endpoint's secret as well", (own, { finished, endpoint }) => [
    ...own,
    ...endpointsOf(finished.account)
      .filter(({ id }) => id !== endpoint.id)
      .flatMap(({ secrets }) => secrets.slice(0, 1)),
  ]),
  'one-without-rotation': signWith('the one secret twice', twice),
  'one-without-rotation:retry': signWith('the one secret twice', twice, retries),
});

/** As a serialiser that writes ASCII only would write it. */
const asciiOnly = (body: string): string =>
  body.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Bodies that are signed in other bytes than they are sent. */
export const signatureBytes = rows('signature.value', {
  'exact-bytes:ascii': signBody('in ASCII', asciiOnly),
  'exact-bytes:latin1': signBody('in Latin-1', (body) => Buffer.from(body, 'latin1')),
  'exact-bytes:utf16': signBody('in UTF-16', (body) => Buffer.from(body, 'utf16le')),
  'exact-bytes:composed': signBody('in composed form', (body) => body.normalize('NFC')),
  'exact-bytes:spaced': signBody('with spaces', (body) => JSON.stringify(JSON.parse(body), null, 1)),
  'exact-bytes:sorted': signBody('with sorted fields', (body) => JSON.stringify(sorted(JSON.parse(body)))),
  'exact-bytes:slashes': signBody('with escaped slashes', (body) => body.replaceAll('/', '\\/')),
  'exact-bytes:html': signBody('with escaped angle brackets', (body) =>
    body.replaceAll('<', '\\u003c').replaceAll('&', '\\u0026'),
  ),
  'exact-bytes:exponent': signBody('with exponents of two digits', (body) => body.replace(/e-(\d)\b/g, 'e-0$1')),
  'exact-bytes:parsed-numbers': signBody('with fractions', (body) => body.replace(/:(\d+)([,}])/g, ':$1.0$2')),
  'exact-bytes:kilobyte': signBody('up to a kilobyte', (body) => body.slice(0, 1_024)),
  'exact-bytes:newline': signBody('with a line end more', (body) => `${body}\n`),
  'exact-bytes:data': signBody('as the Job alone', (body) => JSON.stringify(JSON.parse(body).data)),
  'exact-bytes:length': signBody('cut to its length in characters', (body) =>
    Buffer.from(body).subarray(0, body.length),
  ),
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(fields.map(([name, inner]) => [name, sorted(inner)]));
}
