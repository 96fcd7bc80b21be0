import { isJsonObject } from '../json.ts';
import type { ReadRequest } from '../plan/upstream-request.ts';
import type { ChatAnswer } from '../script/answer.ts';
import { seededText } from './seeded-bytes.ts';

const words = (
  'amber bridge candle delta ember forest garden harbour island juniper kettle lantern meadow nectar orchard pebble ' +
  'quarry river saddle timber umbrella valley willow yonder zephyr anchor basket copper dune engine feather granite'
).split(' ');
const laterWords = words.map((word) => ` ${word}`);
const fewestWords = 6;

/**
 * A reply of 6 to 13 words that follows from the seed, the model and the messages. It honours `max_tokens` and
 * `max_completion_tokens`, and is a JSON object when `response_format` asks for JSON.
 */
export function defaultChatAnswer(seed: string, request: ReadRequest): ChatAnswer {
  const draws = seededText(seed, request.model ?? '', JSON.stringify(request.fields.messages ?? null));
  const count = fewestWords + (draws.charCodeAt(0) % 8);
  const spoken: string[] = [];
  for (let place = 1; place <= count; place += 1) {
    const from = place === 1 ? words : laterWords;
    spoken.push(from[draws.charCodeAt(place) % words.length] ?? '');
  }
  const tokens = asksForJson(request) ? ['{"reply":"', ...spoken, '"}'] : spoken;
  const limit = tokenLimit(request);
  if (limit === undefined || limit >= tokens.length) return { kind: 'chat', tokens };
  return { kind: 'chat', tokens: tokens.slice(0, limit), finishReason: 'length' };
}

function asksForJson({ fields }: ReadRequest): boolean {
  const format = fields.response_format;
  return isJsonObject(format) && (format.type === 'json_object' || format.type === 'json_schema');
}

function tokenLimit({ fields }: ReadRequest): number | undefined {
  const limits = [fields.max_completion_tokens, fields.max_tokens].filter(
    (limit): limit is number => typeof limit === 'number' && limit >= 1,
  );
  return limits.length === 0 ? undefined : Math.floor(Math.min(...limits));
}
