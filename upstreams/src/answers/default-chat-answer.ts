import type { ReadRequest } from '../plan/upstream-request.ts';
import type { ChatAnswer, DefaultAnswer } from '../script/answer.ts';
import { lastUserText } from './last-user-text.ts';
import { remembered } from './remembered.ts';
import { schemaValue } from './schema-value.ts';
import { seededText } from './seeded-bytes.ts';
import { seededWords } from './seeded-words.ts';
import { piecesOf, wordsOf } from './text-pieces.ts';
import { wantedOutput } from './wanted-output.ts';

/** Most tokens of an answer, as a model would have a limit. */
const mostTokens = 4096;

/**
 * A reply that does what the request lays down: a call of the tool that must be called, JSON that its schema allows, a JSON object, or free text: 6 to 13 words, or
 * what the user said last. It follows from the seed, the model and the messages, and honours `max_tokens` and `max_completion_tokens`.
 */
export function defaultChatAnswer(
  seed: string,
  request: ReadRequest,
  says: DefaultAnswer['says'] = 'words',
): ChatAnswer {
  const wanted = wantedOutput(request);
  switch (wanted.kind) {
    case 'text':
      return limited(spoken(seed, request, says), request);
    case 'object':
      return limited(objectSaying(spoken(seed, request, says)), request);
    case 'schema': {
      const value = schemaValue(wanted.schema, seedOf(seed, request));
      return limited(
        value === undefined ? objectSaying(spoken(seed, request, says)) : piecesOf(JSON.stringify(value)),
        request,
      );
    }
    case 'tool-call': {
      const drawn = seedOf(seed, request);
      const { name } = wanted;
      const pieces = piecesOf(JSON.stringify(schemaValue(wanted.parameters, drawn) ?? {}));
      const { tokens, finishReason } = limited(pieces, request);
      const id = `call_${Buffer.from(seededText(drawn, 'call'), 'latin1').toString('hex', 0, 12)}`;
      const toolCalls = [{ id, name, arguments: tokens.join('') }];
      return { kind: 'chat', tokens: [], toolCalls, ...(finishReason === undefined ? {} : { finishReason }) };
    }
  }
}

function seedOf(seed: string, { model = '', fields }: ReadRequest): string {
  return JSON.stringify([seed, model, fields.messages ?? null]);
}

function spoken(seed: string, request: ReadRequest, says: DefaultAnswer['says']): readonly string[] {
  const echoed = says === 'echo' ? wordsOf(lastUserText(request)) : [];
  if (echoed.length > 0) return echoed;
  return seededWords(seed, request.model ?? '', JSON.stringify(request.fields.messages ?? null));
}

/** The tokens of a JSON object that says the text. */
function objectSaying(tokens: readonly string[]): readonly string[] {
  return ['{"reply":"', ...tokens.map(escaped), '"}'];
}

const escaped = remembered((token) => JSON.stringify(token).slice(1, -1));

function limited(tokens: readonly string[], { fields }: ReadRequest): ChatAnswer {
  const limit = Math.min(mostTokens, limitIn(fields.max_completion_tokens), limitIn(fields.max_tokens));
  if (limit >= tokens.length) return { kind: 'chat', tokens };
  return { kind: 'chat', tokens: tokens.slice(0, limit), finishReason: 'length' };
}

function limitIn(field: unknown): number {
  return typeof field === 'number' && field >= 1 ? Math.floor(field) : mostTokens;
}
