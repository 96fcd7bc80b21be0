import type { Exchange } from '../exchange/exchange.ts';
import { isObject } from '../exchange/json.ts';
import { likelyRouteOf } from '../exchange/route-of.ts';
import { requestObjectOf } from './answers.ts';
import type { Feature } from './feature.ts';

/** The fields of a chat request are looked at before it is served. Each is checked by itself: that one is says nothing of the others. */
export const fieldTypes: Feature = {
  id: 'field-types',
  sentence(shownBy) {
    const fields = new Set(shownBy.flatMap(wrongFields));
    const named = [...fields].map((field) => `\`${field}\``).join(', ');
    return `Fields of chat requests are not checked: wrong or missing values of ${named} are not refused.`;
  },
  rules: ['chat.body.', 'chat.refusal.', 'stream.early.refused-body'],
  works: () => false,
  missing: (exchanges) => exchanges.filter((exchange) => wrongFields(exchange).length > 0 && !isRefused(exchange)),
};

function isRefused({ response }: Exchange): boolean {
  return response === undefined || (response.status >= 400 && response.status < 500);
}

type Holds = (value: unknown) => boolean;
const unless =
  (holds: Holds): Holds =>
  (value) =>
    value === undefined || value === null || holds(value);
const isText: Holds = (value) => typeof value === 'string';
const isNumber: Holds = (value) => typeof value === 'number';

const wanted: Readonly<Record<string, Holds>> = {
  model: isText,
  messages: Array.isArray,
  models: unless((value) => Array.isArray(value) && value.every(isText)),
  stream: unless((value) => typeof value === 'boolean'),
  max_tokens: unless(Number.isInteger),
  max_completion_tokens: unless(Number.isInteger),
  temperature: unless(isNumber),
  tools: unless(Array.isArray),
  response_format: unless(isObject),
  provider: unless(isObject),
};

function wrongFields(exchange: Exchange): readonly string[] {
  const body = likelyRouteOf(exchange) === 'chat' ? requestObjectOf(exchange) : undefined;
  if (body === undefined) return [];
  return Object.entries(wanted).flatMap(([field, holds]) => (holds(body[field]) ? [] : [field]));
}
