import { timingSafeEqual } from 'node:crypto';
import type { DriverOperation } from '@gateproof/spec';
import type { ClientBehaviour, Failure, JsonObject, VerifierBehaviour } from './client-behaviour.ts';
import { readEvents } from './read-events.ts';
import { failed, referenceOperations } from './reference-operations.ts';

const retriesOfKind: Readonly<Record<string, number>> = { rate_limit: 3, unavailable: 3, timeout: 3, unknown: 1 };
/** Retries of a request whose answer was lost, when a key makes that safe. */
const retriesOfLost = 2;

const postOps: readonly DriverOperation[] = [
  'chat',
  'chat_stream',
  'create_image',
  'create_transcription',
  'cancel_job',
];
const paths: Readonly<Partial<Record<DriverOperation, string>>> = {
  chat: '/chat/completions',
  chat_stream: '/chat/completions',
  create_image: '/images/generations',
  create_transcription: '/audio/transcriptions',
  list_models: '/models',
};

/** Milliseconds that `Retry-After` asks for; 0 without one. */
export function retryAfterMs({ headers }: Failure): number {
  const seconds = Number(headers?.get('retry-after') ?? 0);
  return seconds >= 0 ? seconds * 1000 : 0;
}

const verifier: VerifierBehaviour = {
  toleranceS: { past: 300, future: 300 },
  body: (body) => body,
  secrets: (secrets) => secrets,
  entries: (header) =>
    header.split(',').flatMap((entry): [string, string][] => {
      const at = entry.indexOf('=');
      return at < 0 ? [] : [[entry.slice(0, at).trim(), entry.slice(at + 1).trim()]];
    }),
  timestamp: (entries) => entries.find(([name]) => name === 't')?.[1],
  seconds: (t) => (/^\d{1,15}$/.test(t) ? Number(t) : Number.NaN),
  candidates: (entries) => entries.filter(([name]) => name === 'v1').map(([, value]) => value),
  signed: (t, body) => [Buffer.concat([Buffer.from(`${t}.`), body])],
  matches(given, wanted) {
    const [one, other] = [Buffer.from(given, 'latin1'), Buffer.from(wanted, 'latin1')];
    return one.length === other.length && timingSafeEqual(one, other);
  },
  decides: (isValid) => isValid,
};

/** A client that keeps every rule. */
export const referenceClient: ClientBehaviour = {
  chatBody: ({ model, messages, models }, isStream) => ({
    model,
    messages,
    ...(models === undefined ? {} : { models }),
    ...(isStream ? { stream: true } : {}),
  }),
  submissionBody: ({ model, inputs }) => ({ model, ...(inputs as JsonObject) }),
  methodOf: (op) => (postOps.includes(op) ? 'POST' : 'GET'),
  pathOf: (op, { job_id, model }) =>
    paths[op] ?? (op === 'get_model' ? `/models/${model}` : `/jobs/${job_id}${op === 'cancel_job' ? '/cancel' : ''}`),
  ownKey: () => undefined,
  attemptKey: ({ key }) => key,
  wire: (wire) => wire,
  readFailure(status, headers, text) {
    const bare = { message: `status ${status} without an envelope` };
    try {
      const { error } = JSON.parse(text) as { error?: unknown };
      const sent = typeof error === 'object' && error !== null ? (error as JsonObject) : bare;
      return { sent, status, headers, isLost: false };
    } catch {
      return { sent: bare, status, headers, isLost: false };
    }
  },
  retries({ sent, isLost }, { attempt, key }) {
    if (isLost) return key !== undefined && attempt <= retriesOfLost;
    return attempt <= (retriesOfKind[String(sent.kind)] ?? 0);
  },
  waitMs: (failure, { attempt }) => Math.max(retryAfterMs(failure), 50 * 2 ** attempt),
  parse: (text) => JSON.parse(text),
  completion: ({ choices, model }) => ({
    content: (choices as { message?: { content?: string } }[] | undefined)?.[0]?.message?.content ?? '',
    model,
  }),
  job: ({ id, state, error }) => ({ id, state, ...(error === undefined ? {} : { error }) }),
  ids: ({ data }) => (data as readonly JsonObject[]).map(({ id }) => id),
  model: ({ id, modality }) => ({ id, modality }),
  error: ({ sent: { code, kind, message, request_id = null }, status, headers }) => ({
    code,
    kind,
    message,
    request_id: request_id ?? headers?.get('x-svc-request-id') ?? undefined,
    status,
  }),
  events: readEvents,
  errorIn: ({ error }) => (typeof error === 'object' && error !== null ? (error as JsonObject) : undefined),
  textIn: ({ choices }) =>
    (choices as { delta?: { content?: string | null } }[] | undefined)?.[0]?.delta?.content ?? '',
  isEnd: (data) => data === '[DONE]',
  unended(_content, why) {
    throw failed(why === 'lost' ? 'the connection was lost' : 'the stream ended without [DONE]');
  },
  isFinal: ({ state }) => ['succeeded', 'failed', 'canceled'].includes(String(state)),
  pollMs: () => 60,
  opens: ({ url_expires_at }, nowMs) => url_expires_at === undefined || Date.parse(String(url_expires_at)) > nowMs,
  verifier,
  operations: referenceOperations,
};
