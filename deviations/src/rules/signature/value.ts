import { createHash } from 'node:crypto';
import { type Attempt, canonicalJson, type WebhookBehaviour } from '@gateproof/simulator/behaviour';
import { remembering, rows } from '../../change.ts';
import { escapeCharacters, inAscii } from '../../edits/texts.ts';
import { renew } from '../../operators/events.ts';
import { hmac, seconds, sign, signBody, signWith } from '../../operators/signing.ts';
import { about, atAttempt, endpointsOf, retries } from '../../scopes/deliveries.ts';

type Value = WebhookBehaviour['v1'];
const signByKey = (words: string, change: (secret: string) => string | Buffer) =>
  sign(`with ${words}`, (secret, t, body) => hmac(change(secret), `${t}.${body}`));
const signBy = (words: string, algorithm: string) =>
  sign(words, (secret, t, body) => hmac(secret, `${t}.${body}`, algorithm));
const bare: Value = (secret, t, body) => createHash('sha256').update(`${secret}${t}.${body}`).digest('hex');
const withFirstTime: Value = (secret, _t, body, { firstAtMs }) => hmac(secret, `${seconds(firstAtMs)}.${body}`);
const withAttempt: Value = (secret, t, body, { number }) => hmac(secret, `${t}.${number}.${body}`);
const withWrongKey: Value = (secret, t, body) => hmac(`${secret}x`, `${t}.${body}`);
const twice = (own: readonly string[]): readonly string[] => (own.length === 1 ? [...own, ...own] : own);

const andOfOthers = (own: readonly string[], { finished, endpoint }: Attempt) => {
  const others = endpointsOf(finished.account).filter(({ id }) => id !== endpoint.id);
  return [...own, ...others.flatMap(({ secrets }) => secrets.slice(0, 1))];
};

/** What is hashed, and how. */
export const signatureValues = rows('signature.value', {
  'matches:body-only': sign('the body without t', (secret, _t, body) => hmac(secret, body)),
  'matches:no-dot': sign('without the dot', (secret, t, body) => hmac(secret, t + body)),
  'matches:colon': sign('with a colon', (secret, t, body) => hmac(secret, `${t}:${body}`)),
  'matches:body-first': sign('the body before t', (secret, t, body) => hmac(secret, `${body}.${t}`)),
  'matches:milliseconds': sign('t in milliseconds', (secret, t, body) => hmac(secret, `${t}000.${body}`)),
  'matches:swapped': sign('with the message as the key', (secret, t, body) => hmac(`${t}.${body}`, secret)),
  'matches:no-hmac': sign('with a hash without a key', bare),
  'matches:stripped': signByKey('the secret without its prefix', (secret) => secret.replace('whsec_', '')),
  'matches:base64-key': signByKey('decoded keys', (secret) => Buffer.from(secret, 'base64')),
  'matches:lower-key': signByKey('an upper-case key', (secret) => secret.toUpperCase()),
  'matches:sha512': signBy('with SHA-512', 'sha512'),
  'matches:sha3': signBy('with SHA3-256', 'sha3-256'),
  'failed-job': sign('with a wrong key', withWrongKey, about('failed')),
  'failed-job:canceled': sign('with a wrong key', withWrongKey, about('canceled')),
  'failed-job:canceled-transcription': sign('with a wrong key', withWrongKey, about('canceled', 'transcription')),
  'failed-job:failed-image': sign('with a wrong key', withWrongKey, about('failed', 'image')),
  'on-retry': sign('the first t', withFirstTime, retries),
  'on-retry:attempt': sign('the attempt too', withAttempt, retries),
  'on-retry:eighth': sign('the body without t', (secret, _t, body) => hmac(secret, body), atAttempt(8)),
  'on-retry:first-body': remembering((first = new Map<string, string>()) => [
    renew('createdAt'),
    sign('the first body', (secret, t, body, { record, number }) => {
      if (number === 1) first.set(record.id, body);
      return hmac(secret, `${t}.${first.get(record.id) ?? body}`);
    }),
  ]),
  'every-v1': signWith('a secret of nobody as well', (own) => [...own, 'whsec_nobody']),
  'every-v1:other-endpoint': signWith("another endpoint's secret as well", andOfOthers),
  'one-without-rotation': signWith('the one secret twice', twice),
  'one-without-rotation:retry': signWith('the one secret twice', twice, retries),
});

/** Bodies that are signed in other bytes than they are sent. */
export const signatureBytes = rows('signature.value', {
  'exact-bytes:ascii': signBody('in ASCII', inAscii),
  'exact-bytes:latin1': signBody('in Latin-1', (body) => Buffer.from(body, 'latin1')),
  'exact-bytes:utf16': signBody('in UTF-16', (body) => Buffer.from(body, 'utf16le')),
  'exact-bytes:composed': signBody('in composed form', (body) => body.normalize('NFC')),
  'exact-bytes:spaced': signBody('with spaces', (body) => JSON.stringify(JSON.parse(body), null, 1)),
  'exact-bytes:sorted': signBody('with sorted fields', (body) => canonicalJson(JSON.parse(body))),
  'exact-bytes:slashes': signBody('with escaped slashes', (body) => body.replaceAll('/', '\\/')),
  'exact-bytes:html': signBody('with escaped angle brackets', (body) => escapeCharacters(body, /[<&]/g)),
  'exact-bytes:exponent': signBody('with exponents of two digits', (body) => body.replace(/e-(\d)\b/g, 'e-0$1')),
  'exact-bytes:parsed-numbers': signBody('with fractions', (body) => body.replace(/:(\d+)([,}])/g, ':$1.0$2')),
  'exact-bytes:kilobyte': signBody('up to a kilobyte', (body) => body.slice(0, 1_024)),
  'exact-bytes:newline': signBody('with a line end more', (body) => `${body}\n`),
  'exact-bytes:data': signBody('as the Job alone', (body) => JSON.stringify(JSON.parse(body).data)),
  'exact-bytes:length': signBody('cut to its character count', (body) => Buffer.from(body).subarray(0, body.length)),
});
