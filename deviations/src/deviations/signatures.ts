import { createHash, createHmac } from 'node:crypto';
import { patch, type WebhookBehaviour } from '@gateproof/simulator/behaviour';
import type { Deviation } from '../deviation.ts';
import { breaking } from './breaking.ts';

const webhooks = (changes: Partial<WebhookBehaviour> | ((present: WebhookBehaviour) => Partial<WebhookBehaviour>)) =>
  patch('webhooks', changes);
const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex');

/** As a serialiser that writes ASCII only would write it. */
const asciiOnly = (body: string) =>
  body.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const signatures: readonly Deviation[] = [
  breaking(
    'signature.value.matches:body-only',
    'signs the body without t',
    webhooks({ v1: (secret, _t, body) => hmac(secret, body) }),
  ),
  breaking(
    'signature.value.matches:no-dot',
    'signs without the dot',
    webhooks({ v1: (secret, t, body) => hmac(secret, t + body) }),
  ),
  breaking(
    'signature.value.matches:no-hmac',
    'hashes without a key',
    webhooks({ v1: (secret, t, body) => createHash('sha256').update(`${secret}${t}.${body}`).digest('hex') }),
  ),
  breaking(
    'signature.value.matches:stripped',
    'signs with the part of the secret after its prefix',
    webhooks(({ v1 }) => ({ v1: (secret, t, body, attempt) => v1(secret.replace('whsec_', ''), t, body, attempt) })),
  ),
  breaking(
    'signature.value.matches:sha512',
    'signs with SHA-512',
    webhooks({ v1: (secret, t, body) => createHmac('sha512', secret).update(`${t}.${body}`).digest('hex') }),
  ),
  breaking(
    'signature.value.exact-bytes:ascii',
    'signs what an ASCII serialiser would have sent',
    webhooks(({ v1 }) => ({ v1: (secret, t, body, attempt) => v1(secret, t, asciiOnly(body), attempt) })),
  ),
  breaking(
    'signature.value.exact-bytes:spaced',
    'signs spaced JSON and sends compact',
    webhooks(({ v1 }) => ({
      v1: (secret, t, body, attempt) => v1(secret, t, JSON.stringify(JSON.parse(body), null, 1), attempt),
    })),
  ),
  breaking(
    'signature.value.on-retry',
    'signs retries over the first t',
    webhooks(({ v1 }) => {
      const first = new Map<string, string>();
      return {
        v1(secret, t, body, attempt) {
          if (attempt === 1) first.set(secret + body, t);
          return v1(secret, first.get(secret + body) ?? t, body, attempt);
        },
      };
    }),
  ),
  breaking(
    'signature.header.lowercase',
    'writes upper-case digits',
    webhooks(({ v1 }) => ({ v1: (...of) => v1(...of).toUpperCase() })),
  ),
  breaking(
    'signature.header.hexadecimal',
    'writes base64',
    webhooks({ v1: (secret, t, body) => createHmac('sha256', secret).update(`${t}.${body}`).digest('base64url') }),
  ),
  breaking(
    'signature.header.timestamp-present',
    'leaves out t',
    webhooks({ signature: (_t, v1) => v1.map((value) => `v1=${value}`).join(',') }),
  ),
  breaking(
    'signature.header.timestamp-seconds',
    'tells t in milliseconds',
    webhooks(({ timestamp }) => ({ timestamp: (now, first) => `${timestamp(now, first)}000` })),
  ),
  breaking(
    'signature.header.v1-present',
    'labels signatures v2',
    webhooks({ signature: (t, v1) => [`t=${t}`, ...v1.map((value) => `v2=${value}`)].join(',') }),
  ),
  breaking(
    'signature.header.separators',
    'separates with semicolons',
    webhooks({ signature: (t, v1) => [`t=${t}`, ...v1.map((value) => `v1=${value}`)].join(';') }),
  ),
  breaking(
    'signature.header.timestamp-first',
    'tells t last',
    webhooks({ signature: (t, v1) => [...v1.map((value) => `v1=${value}`), `t=${t}`].join(',') }),
  ),
  breaking(
    'signature.time.fresh-on-retry',
    'keeps t on retries',
    webhooks({ timestamp: (_now, first) => String(Math.floor(first / 1000)) }),
  ),
  breaking(
    'signature.time.of-sending',
    'tells t an hour late',
    webhooks({ timestamp: (now) => String(Math.floor(now / 1000) - 3_600) }),
  ),
  breaking(
    'signature.value.failed-job',
    'signs failed jobs wrongly',
    webhooks(({ v1 }) => ({
      v1: (secret, t, body, attempt) => v1(body.includes('"job.failed"') ? `${secret}x` : secret, t, body, attempt),
    })),
  ),
  breaking(
    'signature.secret.own-endpoint',
    "signs everything with the first endpoint's secret",
    webhooks({
      signingSecrets: (_endpoint, _then, _attempt, { webhooks: registered }) =>
        [...registered.values()][0]?.secrets.slice(0, 2) ?? [],
    }),
  ),
];

const rotations: readonly Deviation[] = [
  breaking(
    'rotation.two-signatures',
    'signs with the new secret only',
    webhooks({ rotate: (_secrets, fresh) => [fresh] }),
  ),
  breaking(
    'rotation.new-secret.signs',
    'signs with the previous secret only until it is retired',
    webhooks({ signingSecrets: ({ secrets }) => secrets.slice(-1) }),
  ),
  breaking(
    'rotation.retry.both-sign',
    'signs queued retries with the secrets of their event',
    webhooks({ signingSecrets: ({ secrets }, then, attempt) => (attempt > 1 ? then : secrets.slice(0, 2)) }),
  ),
  breaking(
    'rotation.retired-secret.absent-on-retry',
    'goes on signing queued retries with a retired secret',
    webhooks({
      signingSecrets: ({ secrets }, then, attempt) => (attempt > 1 ? [...new Set([...secrets, ...then])] : secrets),
    }),
  ),
  breaking('rotation.retired-secret.absent', 'never retires secrets', webhooks({ retire: (secrets) => secrets })),
  breaking(
    'rotation.retired-secret.absent:newest',
    'retires the new secret',
    webhooks({ retire: (secrets) => secrets.slice(-1) }),
  ),
  breaking(
    'rotation.second.newest-two',
    'keeps the oldest secret at a second rotation',
    webhooks({ rotate: (secrets, fresh) => [fresh, ...secrets.slice(-1)] }),
  ),
  breaking(
    'rotation.one-timestamp',
    'signs with the previous secret over another t',
    webhooks(({ v1 }) => {
      const known = new Map<string, string>();
      return {
        v1(secret, t, body, attempt) {
          const first = known.get(t + body);
          known.set(t + body, first ?? secret);
          return v1(secret, first === undefined || first === secret ? t : String(Number(t) - 1), body, attempt);
        },
      };
    }),
  ),
  breaking(
    'rotation.every-delivery',
    'signs failed jobs with one secret',
    webhooks(({ v1, signature }) => ({
      v1: (secret, t, body, attempt) => (body.includes('"job.failed"') ? '' : '+') + v1(secret, t, body, attempt),
      signature: (t, values) =>
        signature(t, values[0]?.startsWith('+') ? values.map((value) => value.slice(1)) : values.slice(0, 1)),
    })),
  ),
];

/** Ways to get signatures and rotation wrong. */
export const signatureDeviations: readonly Deviation[] = [...signatures, ...rotations];
