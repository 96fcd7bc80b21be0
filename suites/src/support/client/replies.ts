import type { JsonObject, ScriptedAnswer } from '@gateproof/harness';
import { errorTable, serviceNames } from '@gateproof/spec';

/** A chat completion that says this. */
export function completion(content: string, more: JsonObject = {}): ScriptedAnswer {
  return {
    body: {
      id: 'chatcmpl_1',
      object: 'chat.completion',
      created: 1_790_000_000,
      model: 'acme/talker',
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 3, completion_tokens: 5, total_tokens: 8 },
      ...more,
    },
  };
}

/** One server-sent event. */
export const event = (data: unknown) => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;

/** A chunk of a stream. */
export function chunk(content: string | null | undefined, finishReason: string | null = null): JsonObject {
  const delta = content === undefined ? {} : { content };
  return {
    id: 'chatcmpl_1',
    object: 'chat.completion.chunk',
    created: 1_790_000_000,
    model: 'acme/talker',
    choices: [{ index: 0, delta, finish_reason: finishReason }],
  };
}

/** The events of a whole stream that says these pieces. */
export function streamOfPieces(pieces: readonly string[]): readonly string[] {
  const role = {
    ...chunk(undefined),
    choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }],
  };
  return [role, ...pieces.map((piece) => chunk(piece)), chunk(undefined, 'stop')].map(event).concat('data: [DONE]\n\n');
}

/** The `error` object of a code, as the contract shapes it. */
export function errorObject(code: string, more: JsonObject = {}): JsonObject {
  const row = errorTable.get(code);
  const type =
    code === 'rate_limited' ? 'rate_limit_error' : (row?.status ?? 500) < 500 ? 'invalid_request_error' : 'api_error';
  return {
    code,
    message: `Refused: ${code}.`,
    kind: row?.kind ?? 'unknown',
    scope: 'request',
    type,
    param: null,
    ...more,
  };
}

/** An HTTP error of a code. */
export function errorAnswer(
  code: string,
  more: JsonObject = {},
  headers: Readonly<Record<string, string>> = {},
): ScriptedAnswer {
  const requestId = typeof more.request_id === 'string' ? { 'x-svc-request-id': more.request_id } : {};
  return {
    status: errorTable.get(code)?.status ?? 500,
    headers: { ...requestId, ...headers },
    body: { error: errorObject(code, more) },
  };
}

/** An HTTP error of a code; where a client may send again, it asks for a wait of so long. */
export function refusalAfter(code: string, waitMs: number, more: JsonObject = {}): ScriptedAnswer {
  if (errorTable.get(code)?.kind === 'terminal') return errorAnswer(code, more);
  return errorAnswer(code, { ...more, retry_after_ms: waitMs }, { 'retry-after': String(waitMs / 1000) });
}

/** An HTTP error of a code; where a client may send again it need not wait for it. */
export const refusalAtOnce = (code: string): ScriptedAnswer => refusalAfter(code, 0);

/** A stream that ends with an error of this code after its first content. */
export const failingStream = (code: string, more: Readonly<Record<string, unknown>> = {}): ScriptedAnswer => ({
  events: [event(chunk('Hello')), event({ error: errorObject(code, more) }), 'data: [DONE]\n\n'],
});

/** A Job in a state. */
export function jobBody(state: string, more: JsonObject = {}): JsonObject {
  const isFinal = ['succeeded', 'failed', 'canceled'].includes(state);
  return {
    id: 'job_1',
    generation_id: 'gen_1',
    object: 'job',
    state,
    modality: 'image',
    model: 'acme/painter',
    created_at: '2026-11-20T10:00:00Z',
    ...(isFinal ? { completed_at: '2026-11-20T10:00:05Z' } : {}),
    progress: { percent: isFinal ? 100 : 10, phase: state },
    ...(state === 'succeeded'
      ? {
          output: [
            {
              url: 'https://files.example.com/1.png',
              url_expires_at: '2027-11-20T10:00:00Z',
              type: 'image/png',
              bytes: 3,
              checksum_sha256: 'ab',
            },
          ],
        }
      : {}),
    ...(state === 'failed'
      ? { error: { code: 'provider_unavailable', kind: 'unavailable', scope: 'route', message: 'No endpoint.' } }
      : {}),
    [serviceNames('svc').metadataField]: {
      generation_id: 'gen_1',
      requested_model: 'acme/painter',
      retention_class: 'standard',
      region: 'eu',
      policy: [],
    },
    ...more,
  };
}

/** A Model. */
export function modelBody(id: string, more: JsonObject = {}): JsonObject {
  return {
    id,
    object: 'model',
    created: 1_790_000_000,
    owned_by: 'acme',
    modality: 'text',
    pricing: { price_version: '1', currency: 'USD', rules: [] },
    ...more,
  };
}
