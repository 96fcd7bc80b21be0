import { createHash } from 'node:crypto';
import { type Attempt, canonicalJson, type WebhookBehaviour } from '@gateproof/simulator/behaviour';
import { hourMs } from '@gateproof/spec';
import { type Change, decide, remembering, rows } from '../../change.ts';
import { escapeCharacters, inAscii } from '../../edits/texts.ts';
import { renew } from '../../operators/events.ts';
import { signWith } from '../../operators/secrets.ts';
import { hmac, seconds, sign, signBody, writeSignature, writeTime, writeValues } from '../../operators/signing.ts';
import { about, atAttempt, endpointsOf, retries } from '../../scopes/deliveries.ts';

/** A signature header of entries, with other labels or separators. */
const entries = (t: string, v1: readonly string[], { label = 'v1=', first = 't=', join = ',' } = {}) =>
  [`${first}${t}`, ...v1.map((value) => `${label}${value}`)].join(join);

export const signatureHeaders = rows('signature.header', {
  lowercase: writeValues('in upper case', (value) => value.toUpperCase()),
  'lowercase:previous': writeValues('of the previous secret in upper case', (v, at) => (at > 0 ? v.toUpperCase() : v)),
  hexadecimal: writeValues('in base64', (value) => Buffer.from(value, 'hex').toString('base64url')),
  'hexadecimal:quoted': writeValues('in quotes', (value) => `"${value}"`),
  'hexadecimal:half': writeValues('up to their half', (value) => value.slice(0, 32)),
  'hexadecimal:prefix': writeValues('behind 0x', (value) => `0x${value}`),
  'timestamp-present': writeSignature('without t', (_t, v1) => v1.map((value) => `v1=${value}`).join(',')),
  'timestamp-present:twice': writeSignature('with t each time', (t, v1) => v1.map((v) => `t=${t},v1=${v}`).join(',')),
  'timestamp-present:named': writeSignature('with ts for t', (t, v1) => entries(t, v1, { first: 'ts=' })),
  'timestamp-first': writeSignature('with t last', (t, v1) => [...v1.map((one) => `v1=${one}`), `t=${t}`].join(',')),
  'timestamp-seconds': writeTime('in milliseconds', ({ atMs }) => String(Math.floor(atMs))),
  'timestamp-seconds:failed': writeTime('in milliseconds', ({ atMs }) => String(Math.floor(atMs)), about('failed')),
  'timestamp-seconds:fraction': writeTime('with a fraction', ({ atMs }) => (atMs / 1000).toFixed(3)),
  'timestamp-seconds:date': writeTime('as a date-time', ({ atMs }) => new Date(atMs).toISOString()),
  'v1-present': writeSignature('with v2 for v1', (t, v1) => entries(t, v1, { label: 'v2=' })),
  separators: writeSignature('with semicolons', (t, v1) => entries(t, v1, { join: ';' })),
  'separators:ampersand': writeSignature('with ampersands', (t, v1) => entries(t, v1, { join: '&' })),
  'separators:colon': writeSignature('with colons', (t, v1) => entries(t, v1, { first: 't:', label: 'v1:' })),
  'separators:joined': writeSignature('with both values in one entry', (t, v1) => `t=${t},v1=${v1.join('|')}`),
});

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
  // Bodies that are signed in other bytes than they are sent.
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

const firstSecrets = (own: readonly string[], { finished }: Attempt): readonly string[] =>
  endpointsOf(finished.account)[0]?.secrets.slice(0, 2) ?? own;

/** The secret of an endpoint that is added; `present`: those of the account's endpoints. */
const makeSecrets = (words: string, make: (fresh: string, present: readonly string[]) => string): Change =>
  decide('webhooks', `makes secrets ${words}`, {
    firstSecret(fresh, account) {
      const present = endpointsOf(account).map(({ secrets }) => secrets.at(-1) ?? fresh);
      return make(fresh, present);
    },
  });

/** Signs with the secrets of the endpoint that had the URL first, although it was removed since. */
const firstOfUrl = remembering((firsts = new Map<string, Attempt['endpoint']>()) =>
  signWith('the secrets of the first endpoint of a URL', (own, { endpoint }) => {
    if (!firsts.has(endpoint.url)) firsts.set(endpoint.url, endpoint);
    const first = firsts.get(endpoint.url);
    return first === undefined || first === endpoint ? own : first.secrets;
  }),
);

/** Whose secret signs. */
export const signatureSecrets = rows('signature.secret', {
  'own-endpoint': signWith("the first endpoint's secrets", firstSecrets),
  'own-endpoint:added-again': firstOfUrl,
  'own-endpoint:retry': signWith("the first endpoint's secrets", firstSecrets, retries),
  'own-endpoint:third': signWith("the second endpoint's secrets for the third", (own, { finished, endpoint }) => {
    const [, second, third] = endpointsOf(finished.account);
    return third?.id === endpoint.id ? (second?.secrets ?? []) : own;
  }),
  'per-endpoint': makeSecrets('shared by the endpoints of an account', (fresh, [first]) => first ?? fresh),
  'per-endpoint:third': makeSecrets('shared by the second and third endpoint', (fresh, [, second, third]) =>
    third === undefined ? (second ?? fresh) : fresh,
  ),
  'per-endpoint:accounts': makeSecrets('shared by accounts', (_fresh, { length }) => `whsec_number_${length}`),
  shown: makeSecrets('with a blank', (fresh) => `${fresh.slice(0, 8)} ${fresh.slice(8)}`),
});

/** The time that is signed. */
export const signatureTimes = rows('signature.time', {
  'of-sending': writeTime('an hour late', ({ atMs }) => seconds(atMs - hourMs)),
  'of-sending:canceled': writeTime('an hour late', ({ atMs }) => seconds(atMs - hourMs), about('canceled')),
  'of-sending:six-minutes': writeTime('six minutes late', ({ atMs }) => seconds(atMs - hourMs / 10)),
  'of-sending:ahead': writeTime('six minutes early', ({ atMs }) => seconds(atMs + hourMs / 10)),
  'of-sending:minute': writeTime('as the full hour before', ({ atMs }) => seconds(atMs - (atMs % hourMs) - hourMs)),
  'of-sending:submission': writeTime('as of the submission', ({ finished }) => seconds(finished.job.createdAtMs)),
  'fresh-on-retry': writeTime('as of the first attempt', ({ firstAtMs }) => seconds(firstAtMs)),
  'fresh-on-retry:halfway': writeTime('halfway to the first', ({ atMs, firstAtMs }) => seconds((atMs + firstAtMs) / 2)),
  'fresh-on-retry:capped': writeTime('as of the first attempt for fifty minutes', ({ atMs, firstAtMs }) =>
    seconds(atMs - firstAtMs < 3_000_000 ? firstAtMs : atMs),
  ),
});
