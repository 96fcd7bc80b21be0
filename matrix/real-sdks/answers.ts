import type { ScriptedAnswer } from '@gateproof/harness';
import type { JsonObject } from '@gateproof/spec';
import { errorTable } from '@gateproof/spec';

export type { JsonObject } from '@gateproof/spec';

/** A plain completion, with a field of the common chat API that some SDKs insist on. */
export const completion = (more: JsonObject = {}): ScriptedAnswer => ({
  body: {
    system_fingerprint: 'fp_1',
    id: 'chatcmpl_1',
    object: 'chat.completion',
    created: 1_790_000_000,
    model: 'acme/talker',
    choices: [{ index: 0, message: { role: 'assistant', content: 'Hello world' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
    ...more,
  },
});

/** The `error` object of a code, as the contract's table shapes it. */
export function errorOf(code: string, more: JsonObject = {}): JsonObject {
  const kind = errorTable.get(code)?.kind ?? 'terminal';
  const type = kind === 'rate_limit' ? 'rate_limit_error' : 'api_error';
  return { code, message: `Refused: ${code}.`, kind, scope: 'request', type, param: null, ...more };
}

/** An HTTP error of a code. */
export const refusal = (
  code: string,
  more: JsonObject = {},
  headers: Readonly<Record<string, string>> = {},
): ScriptedAnswer => ({
  status: errorTable.get(code)?.status ?? 400,
  headers,
  body: { error: errorOf(code, more) },
});

export const event = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`;

/** A chunk of a stream. */
export const chunkOf = (content: string, finish_reason: string | null = null, role: JsonObject = {}): JsonObject => ({
  id: 'chatcmpl_1',
  object: 'chat.completion.chunk',
  created: 1_790_000_000,
  model: 'acme/talker',
  choices: [{ index: 0, delta: finish_reason === null ? { ...role, content } : {}, finish_reason }],
});

/** A whole stream: the role, the pieces, the finish reason and `[DONE]`. */
export const streamOf = (pieces: readonly string[]): readonly string[] => [
  event(chunkOf('', null, { role: 'assistant' })),
  ...pieces.map((piece) => event(chunkOf(piece))),
  event(chunkOf('', 'stop')),
  'data: [DONE]\n\n',
];
