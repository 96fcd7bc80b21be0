import { createHmac } from 'node:crypto';
import { type Account, patch, type WebhookBehaviour } from '@gateproof/simulator/behaviour';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';

const webhooks = (change: (behaviour: WebhookBehaviour) => Partial<WebhookBehaviour>) => patch('webhooks', change);
type Sign = WebhookBehaviour['v1'];
type Secrets = WebhookBehaviour['signingSecrets'];

const signing = (rule: string, how: string, summary: string, change: (v1: Sign) => Sign) =>
  breaking(
    `${rule}:${how}`,
    summary,
    webhooks(({ v1 }) => ({ v1: change(v1) })),
  );
const digest = (algorithm: string, key: string | Buffer, message: string | Buffer) =>
  createHmac(algorithm, key).update(message).digest('hex');
/** Signs another body than the one that is sent. */
const over = (how: string, summary: string, change: (body: string) => string | Buffer) =>
  signing(
    'signature.value.exact-bytes',
    how,
    summary,
    () => (secret, t, body) =>
      digest('sha256', secret, Buffer.concat([Buffer.from(`${t}.`), Buffer.from(change(body))])),
  );

const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([one], [other]) => (one < other ? -1 : 1))
            .map(([name, inner]) => [name, sorted(inner)]),
        )
      : value;

const values: readonly Deviation[] = [
  over('latin1', 'signs the body in Latin-1', (body) => Buffer.from(body, 'latin1')),
  over('utf16', 'signs the body in UTF-16', (body) => Buffer.from(body, 'utf16le')),
  over('composed', 'signs the composed form of the body', (body) => body.normalize('NFC')),
  over('slashes', 'signs escaped slashes', (body) => body.replaceAll('/', '\\/')),
  over('html', 'signs escaped angle brackets', (body) => body.replaceAll('<', '\\u003c').replaceAll('&', '\\u0026')),
  over('exponent', 'signs small numbers as they are written elsewhere', (body) => body.replace(/e-(\d)\b/g, 'e-0$1')),
  over('sorted', 'signs sorted JSON', (body) => JSON.stringify(sorted(JSON.parse(body)))),
  over('kilobyte', 'signs the first kilobyte', (body) => body.slice(0, 1_024)),
  over('newline', 'signs one line end more', (body) => `${body}\n`),
  over('data', 'signs the Job alone', (body) => JSON.stringify((JSON.parse(body) as { data: unknown }).data)),
  over('parsed-numbers', 'signs whole numbers with a fraction', (body) => body.replace(/:(\d+)([,}])/g, ':$1.0$2')),
  over('length', 'signs as many characters as bytes were counted before', (body) =>
    Buffer.from(body).subarray(0, body.length),
  ),
  signing(
    'signature.value.matches',
    'swapped',
    'takes the message for the key',
    () => (secret, t, body) => digest('sha256', `${t}.${body}`, secret),
  ),
  signing(
    'signature.value.matches',
    'colon',
    'signs with a colon',
    () => (secret, t, body) => digest('sha256', secret, `${t}:${body}`),
  ),
  signing(
    'signature.value.matches',
    'body-first',
    'signs the body before t',
    () => (secret, t, body) => digest('sha256', secret, `${body}.${t}`),
  ),
  signing(
    'signature.value.matches',
    'milliseconds',
    'signs t in milliseconds',
    () => (secret, t, body) => digest('sha256', secret, `${t}000.${body}`),
  ),
  signing(
    'signature.value.matches',
    'base64-key',
    'decodes the secret',
    () => (secret, t, body) => digest('sha256', Buffer.from(secret, 'base64'), `${t}.${body}`),
  ),
  signing(
    'signature.value.matches',
    'lower-key',
    'signs with the secret in upper case',
    () => (secret, t, body) => digest('sha256', secret.toUpperCase(), `${t}.${body}`),
  ),
  signing(
    'signature.value.matches',
    'sha3',
    'signs with SHA3-256',
    () => (secret, t, body) => digest('sha3-256', secret, `${t}.${body}`),
  ),
  signing(
    'signature.value.failed-job',
    'canceled',
    'signs canceled jobs wrongly',
    (v1) => (secret, t, body, attempt) =>
      v1(secret, t, body.includes('"job.canceled"') ? body.trim().slice(1) : body, attempt),
  ),
  signing(
    'signature.value.failed-job',
    'canceled-transcription',
    'signs canceled transcriptions wrongly',
    (v1) => (secret, t, body, attempt) =>
      v1(body.includes('"job.canceled"') && body.includes('"audio_stt"') ? `${secret}x` : secret, t, body, attempt),
  ),
  signing(
    'signature.value.failed-job',
    'failed-image',
    'signs failed images wrongly',
    (v1) => (secret, t, body, attempt) =>
      v1(body.includes('"job.failed"') && body.includes('"image"') ? `${secret}x` : secret, t, body, attempt),
  ),
  signing(
    'signature.value.on-retry',
    'attempt',
    'counts the attempt in',
    (v1) => (secret, t, body, attempt) => v1(secret, attempt > 1 ? `${t}.${attempt}` : t, body, attempt),
  ),
  signing(
    'signature.value.on-retry',
    'eighth',
    'signs the eighth attempt without t',
    (v1) => (secret, t, body, attempt) =>
      attempt === 8 ? digest('sha256', secret, body) : v1(secret, t, body, attempt),
  ),
  breaking('signature.value.on-retry:first-body', 'signs the first body, and tells created_at anew', (behaviour) => {
    const first = new Map<string, string>();
    return webhooks(({ v1, renews }) => ({
      renews: { ...renews, createdAt: true },
      v1(secret, t, body, attempt) {
        const { id } = JSON.parse(body) as { id: string };
        if (attempt === 1) first.set(id, body);
        return v1(secret, t, first.get(id) ?? body, attempt);
      },
    }))(behaviour);
  }),
];

const timing = (rule: string, how: string, summary: string, timestamp: WebhookBehaviour['timestamp']) =>
  breaking(
    `${rule}:${how}`,
    summary,
    webhooks(() => ({ timestamp })),
  );
const seconds = (ms: number) => String(Math.floor(ms / 1000));

const times: readonly Deviation[] = [
  timing('signature.time.of-sending', 'submission', 'tells when the job was submitted', (_now, _first, of) =>
    seconds(of?.finished.job.createdAtMs ?? 0),
  ),
  timing('signature.time.of-sending', 'six-minutes', 'tells t six minutes late', (now) => seconds(now - 360_000)),
  timing('signature.time.of-sending', 'ahead', 'tells t six minutes early', (now) => seconds(now + 360_000)),
  timing('signature.time.of-sending', 'minute', 'tells t in minutes of an hour', (now) =>
    seconds(now - (now % 3_600_000) - 3_600_000),
  ),
  timing('signature.time.of-sending', 'canceled', 'tells t an hour late for canceled jobs', (now, _first, of) =>
    seconds(of?.finished.type === 'job.canceled' ? now - 3_600_000 : now),
  ),
  timing(
    'signature.time.fresh-on-retry',
    'halfway',
    'tells a moment between the first attempt and this one',
    (now, first) => seconds((now + first) / 2),
  ),
  timing('signature.time.fresh-on-retry', 'capped', 'keeps t on retries of the first hour', (now, first) =>
    seconds(now - first < 3_000_000 ? first : now),
  ),
  timing('signature.header.timestamp-seconds', 'fraction', 'tells t with a fraction', (now) => (now / 1000).toFixed(3)),
  timing('signature.header.timestamp-seconds', 'date', 'tells t as a date-time', (now) => new Date(now).toISOString()),
  timing('signature.header.timestamp-seconds', 'failed', 'tells t in ms for failed jobs', (now, _first, of) =>
    of?.finished.type === 'job.failed' ? String(Math.floor(now)) : seconds(now),
  ),
];

const choosing = (rule: string, how: string, summary: string, choose: (secrets: Secrets) => Secrets) =>
  breaking(
    `${rule}:${how}`,
    summary,
    webhooks(({ signingSecrets }) => ({ signingSecrets: choose(signingSecrets) })),
  );
const firstOf = (account: Account) => [...account.webhooks.values()][0]?.secrets ?? [];

const secrets: readonly Deviation[] = [
  choosing(
    'signature.secret.own-endpoint',
    'retry',
    "signs retries with the first endpoint's secret",
    (own) => (endpoint, then, attempt, account) =>
      attempt > 1 ? firstOf(account).slice(0, 2) : own(endpoint, then, attempt, account),
  ),
  choosing(
    'signature.secret.own-endpoint',
    'third',
    "signs for the third endpoint with the second one's secret",
    (own) => (endpoint, then, attempt, account) => {
      const all = [...account.webhooks.values()];
      return all[2]?.id === endpoint.id ? (all[1]?.secrets ?? []) : own(endpoint, then, attempt, account);
    },
  ),
  choosing(
    'signature.value.every-v1',
    'other-endpoint',
    "adds a v1 of another endpoint's secret",
    (own) => (endpoint, then, attempt, account) => [
      ...own(endpoint, then, attempt, account),
      ...[...account.webhooks.values()]
        .filter(({ id }) => id !== endpoint.id)
        .flatMap(({ secrets: all }) => all.slice(0, 1)),
    ],
  ),
  choosing(
    'signature.value.one-without-rotation',
    'retry',
    'signs retries twice',
    (own) => (endpoint, then, attempt, account) => {
      const all = own(endpoint, then, attempt, account);
      return attempt > 1 && all.length === 1 ? [...all, ...all] : all;
    },
  ),
  breaking(
    'signature.secret.per-endpoint:third',
    "gives the third endpoint the second one's secret",
    webhooks(() => ({
      firstSecret: (fresh, account) =>
        account.webhooks.size === 2 ? ([...account.webhooks.values()][1]?.secrets.at(-1) ?? fresh) : fresh,
    })),
  ),
  breaking(
    'signature.secret.per-endpoint:accounts',
    'gives the first endpoint of every account one secret',
    webhooks(() => ({
      firstSecret: (_fresh, account) => `whsec_number_${account.webhooks.size}`,
    })),
  ),
];

/** Ways to get wrong, in one corner only, what is signed and how it is written. */
export const signatureCorners: readonly Deviation[] = [...values, ...times, ...secrets];
