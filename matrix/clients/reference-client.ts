import { timingSafeEqual } from 'node:crypto';
import { type DriverOperation, defaultPrefix, serviceNames } from '@gateproof/spec';
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

const { requestField, metadataField } = serviceNames(defaultPrefix);
/** Fields of a body that are the caller's parameters of the same names. */
const passedOn = [
  'models',
  'retry_of',
  'tools',
  'max_tokens',
  'max_completion_tokens',
  'temperature',
  'response_format',
  'provider',
];

/** Those of a body's fields that the caller gave. */
export function givenFields(params: JsonObject): JsonObject {
  const fields = passedOn.map((name) => [name, params[name]] as const);
  return Object.fromEntries(
    [...fields, [requestField, params.svc] as const].filter(([, value]) => value !== undefined),
  );
}

const metadataOf = (from: JsonObject | undefined): JsonObject =>
  from?.[metadataField] === undefined ? {} : { metadata: from[metadataField] };
const callsOf = (calls: readonly ToolCall[]): JsonObject =>
  calls.length === 0
    ? {}
    : { tool_calls: calls.map(({ id, function: { name, arguments: text } = {} }) => ({ id, name, arguments: text })) };

interface ToolCall {
  readonly index?: number;
  readonly id?: string;
  readonly function?: { readonly name?: string | null; readonly arguments?: string | null };
}
interface Choices {
  readonly choices?: readonly {
    readonly message?: { readonly content?: string; readonly tool_calls?: readonly ToolCall[] };
    readonly delta?: { readonly content?: string | null; readonly tool_calls?: readonly ToolCall[] };
  }[];
}

/** The tool calls of a stream, their fragments joined by index. */
export function joined(chunks: readonly JsonObject[]): readonly ToolCall[] {
  const calls = new Map<number, ToolCall>();
  for (const fragment of chunks.flatMap((chunk) => (chunk as Choices).choices?.[0]?.delta?.tool_calls ?? [])) {
    const { index = 0, function: piece = {} } = fragment;
    const before = calls.get(index);
    const more = {
      name: (before?.function?.name ?? '') + (piece.name ?? ''),
      arguments: (before?.function?.arguments ?? '') + (piece.arguments ?? ''),
    };
    calls.set(index, { ...(before ?? fragment), function: more });
  }
  return [...calls.values()];
}

/** A client that keeps every rule. */
export const referenceClient: ClientBehaviour = {
  chatBody: ({ model, messages, ...params }, isStream) => ({
    model,
    messages,
    ...givenFields(params),
    ...(isStream ? { stream: true } : {}),
  }),
  submissionBody: ({ model, inputs, ...params }) => ({ model, ...(inputs as JsonObject), ...givenFields(params) }),
  methodOf: (op) => (postOps.includes(op) ? 'POST' : 'GET'),
  pathOf: (op, { job_id, model }) =>
    paths[op] ?? (op === 'get_model' ? `/models/${model}` : `/jobs/${job_id}${op === 'cancel_job' ? '/cancel' : ''}`),
  metadata: ({ given, isKeyed }) => (isKeyed && given.params?.metadata === true ? 'enabled' : undefined),
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
  abortSignal: ({ given }) => given.signal,
  isGivenUp: ({ signal }) => signal?.aborted === true,
  parse: (text) => JSON.parse(text),
  completion(completion) {
    const message = (completion as Choices).choices?.[0]?.message;
    return {
      content: message?.content ?? '',
      model: completion.model,
      ...metadataOf(completion),
      ...callsOf(message?.tool_calls ?? []),
    };
  },
  job: ({ id, state, error }) => ({ id, state, ...((error ?? undefined) === undefined ? {} : { error }) }),
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
  textIn: (chunk) => (chunk as Choices).choices?.[0]?.delta?.content ?? '',
  streamed: (chunks) => ({
    ...metadataOf(chunks.findLast((chunk) => chunk[metadataField] !== undefined)),
    ...callsOf(joined(chunks)),
  }),
  isEnd: (data) => data === '[DONE]',
  unended(_content, why) {
    throw failed(why === 'lost' ? 'the connection was lost' : 'the stream ended without [DONE]');
  },
  isFinal: ({ state }) => ['succeeded', 'failed', 'canceled'].includes(String(state)),
  pollMs: () => 60,
  opens: ({ url_expires_at }, nowMs) =>
    (url_expires_at ?? undefined) === undefined || Date.parse(String(url_expires_at)) > nowMs,
  async download(url, tools) {
    const response = await (tools.fetch ?? fetch)(url);
    const { byteLength } = await response.arrayBuffer();
    return response.ok ? byteLength : undefined;
  },
  verifier,
  operations: referenceOperations,
};
