import type { SeenRequest } from '@gateproof/simulator/behaviour';
import { answering, isChat, isObject, isStream, type JsonObject } from '../../changes/exchange-changes.ts';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';
import { serving } from '../serving.ts';

const bodyOf = ({ body }: SeenRequest): JsonObject => (isObject(body) ? body : {});
const textOf = ({ rawBody }: SeenRequest) => Buffer.from(rawBody).toString();

/** Serves bodies that hold a wrong value, as far as a valid key sends them. */
const lenient = (accepts: (body: JsonObject, request: SeenRequest) => boolean) =>
  serving((request) => request.account !== undefined && accepts(bodyOf(request), request));
const isPlainModel = (value: unknown) => typeof value === 'string';

const fields = [
  'messages',
  'models',
  'max_tokens',
  'max_completion_tokens',
  'temperature',
  'tools',
  'response_format',
  'provider',
] as const;
const kinds: Readonly<Record<(typeof fields)[number], (value: unknown) => boolean>> = {
  messages: Array.isArray,
  models: Array.isArray,
  max_tokens: Number.isInteger,
  max_completion_tokens: Number.isInteger,
  temperature: Number.isFinite,
  tools: Array.isArray,
  response_format: isObject,
  provider: isObject,
};
const ruleOf = (field: string) => `chat.body.${field.replaceAll('_', '-')}.type`;

/** Wrong types that get in. */
const types: readonly Deviation[] = [
  ...fields.map((field) =>
    breaking(
      `${ruleOf(field)}:stream`,
      `does not look at the type of ${field} in streams`,
      lenient((body, request) => isStream(request) && field in body && !kinds[field](body[field])),
    ),
  ),
  breaking(
    `${ruleOf('model')}:null`,
    'takes null for any model',
    lenient(({ model }) => model === null),
  ),
  breaking(
    `${ruleOf('messages')}:null`,
    'takes null for no messages',
    lenient(({ messages }) => messages === null),
  ),
  breaking(
    `${ruleOf('messages')}:single`,
    'takes one message for a list of one',
    lenient(({ messages }) => isObject(messages) && typeof messages.role === 'string'),
  ),
  breaking(
    `${ruleOf('messages')}:text`,
    'takes text for a message',
    lenient(({ messages }) => typeof messages === 'string'),
  ),
  breaking(
    `${ruleOf('models')}:text`,
    'takes text for a list of one',
    lenient(({ models }) => typeof models === 'string'),
  ),
  breaking(
    `${ruleOf('models')}:object`,
    'takes an object for a list',
    lenient(({ models }) => isObject(models)),
  ),
  breaking(
    'chat.body.models.item-type:first',
    'looks at the first of the models only',
    lenient(({ models }) => Array.isArray(models) && isPlainModel(models[0]) && !models.every(isPlainModel)),
  ),
  breaking(
    'chat.body.models.item-type:null',
    'passes over models that are null',
    lenient(({ models }) => Array.isArray(models) && models.includes(null)),
  ),
  ...(['max_tokens', 'max_completion_tokens'] as const).flatMap((field) => [
    breaking(
      `${ruleOf(field)}:fraction`,
      `rounds ${field}`,
      lenient((body) => typeof body[field] === 'number' && !Number.isInteger(body[field])),
    ),
    breaking(
      `${ruleOf(field)}:flag`,
      `takes true for ${field}`,
      lenient((body) => body[field] === true),
    ),
  ]),
  ...(['provider', 'response_format'] as const).map((field) =>
    breaking(
      `${ruleOf(field)}:empty-array`,
      `takes an empty array for an empty object in ${field}`,
      lenient((body) => Array.isArray(body[field]) && (body[field] as unknown[]).length === 0),
    ),
  ),
  breaking(
    `${ruleOf('tools')}:object`,
    'takes one tool for a list of one',
    lenient(({ tools }) => isObject(tools)),
  ),
  breaking(
    `${ruleOf('temperature')}:flag`,
    'takes true for a temperature',
    lenient(({ temperature }) => temperature === true),
  ),
  breaking(
    `${ruleOf('stream')}:object`,
    'takes an object for true',
    lenient(({ stream }) => isObject(stream)),
  ),
];

const withoutComments = (text: string) => text.replace(/\/\*.*?\*\//g, '');
const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Bodies that are no JSON and get in: the valid rest of them is read. */
const reading = (how: string, summary: string, repair: (text: string) => string) =>
  breaking(
    `chat.body.malformed:${how}`,
    summary,
    serving((request) => {
      const text = textOf(request);
      return request.account !== undefined && text.trim() !== '' && !isJson(text) && isJson(repair(text));
    }),
  );

const jsonTexts: readonly Deviation[] = [
  reading('first-value', 'reads the first value of a body only', (text) => text.slice(0, text.indexOf('}]') + 3)),
  reading('comma', 'passes over a comma too many', (text) => text.replace(/,\s*}/g, '}').replace(/,\s*]/g, ']')),
  reading('comments', 'passes over comments', withoutComments),
  reading('line-breaks', 'reads line breaks within text', (text) => text.replaceAll('\n', ' ')),
  breaking(
    'chat.body.not-object:array',
    'takes a list of one body for the body',
    lenient((_body, { body }) => Array.isArray(body) && isObject(body[0])),
  ),
  ...(['empty', 'malformed'] as const).map((cause) =>
    breaking(
      `error.envelope.object:${cause}-page`,
      `answers ${cause === 'empty' ? 'an empty body' : 'what is no JSON'} with a page of its framework`,
      answering((answer, request) => {
        const text = textOf(request).trim();
        const meant = cause === 'empty' ? text === '' : text !== '' && !isJson(text);
        return isChat(request) && meant && answer.status === 400
          ? { status: 400, contentType: 'text/html', body: '<html><body>Bad Request</body></html>' }
          : answer;
      }),
    ),
  ),
  breaking(
    'chat.body.messages.type:unprocessable',
    'answers 422',
    answering((answer, request) =>
      isChat(request) && answer.status === 400 && JSON.stringify(answer.body).includes('messages')
        ? { ...answer, status: 422 }
        : answer,
    ),
  ),
];

const says = (body: unknown, part: string) => JSON.stringify(body ?? '').includes(part);
const saying = (message: string, applies: (request: SeenRequest, body: JsonObject) => boolean) =>
  answering((answer, request) => {
    const error = isObject(answer.body) ? answer.body.error : undefined;
    if (!isChat(request) || !isObject(error) || error.code !== 'invalid_request') return answer;
    return applies(request, error) ? { ...answer, body: { error: { ...error, message } } } : answer;
  });

const messages: readonly Deviation[] = [
  breaking(
    'chat.refusal.names-wrong-field:always-one',
    'names messages whatever is wrong',
    saying('messages: Input should be valid.', () => true),
  ),
  breaking(
    'chat.refusal.names-wrong-field:stream',
    'does not name the wrong field of a stream',
    saying('The body is invalid.', (request) => isStream(request)),
  ),
  breaking(
    'chat.refusal.names-wrong-field:service',
    'does not name the service object',
    saying('The body is invalid.', (_request, { message }) => says(message, 'svc')),
  ),
  breaking(
    'chat.refusal.names-wrong-field:item',
    'names the place of a wrong item only',
    saying('[1]: must be a string.', ({ body }) => isObject(body) && Array.isArray(body.models)),
  ),
  breaking(
    'chat.refusal.names-missing-field:stream',
    'does not name the missing field of a stream',
    saying('The body is incomplete.', (request, { message }) => isStream(request) && says(message, 'required')),
  ),
];

/** Ways to take an invalid body, or to refuse it wrongly, in one corner only. */
export const chatBodyCorners: readonly Deviation[] = [...types, ...jsonTexts, ...messages];
