import { chatFields } from '@gateproof/simulator/behaviour';
import { dashed, each, rows } from '../../change.ts';
import { type Edit, replace, when } from '../../edits/fields.ts';
import { askAnyway, fail, reject, restatus, serve } from '../../operators/answers.ts';
import { charge, chargeFor, recordAgain, refused, refusedWith } from '../../operators/charge.ts';
import { inErrorsTo } from '../../operators/edit-messages.ts';
import { isObject, type JsonObject } from '../../requests/seen.ts';
import { chatsSent, chatsWith, isJson, noJson, noObject, streamsWith, withField } from '../../scopes/bodies.ts';
import { and, chats, type Scope, streams } from '../../scopes/requests.ts';

const types: Readonly<Record<(typeof chatFields)[number] | 'svc', (value: unknown) => boolean>> = {
  model: (value) => typeof value === 'string',
  models: Array.isArray,
  messages: Array.isArray,
  stream: (value) => typeof value === 'boolean',
  max_tokens: Number.isInteger,
  max_completion_tokens: Number.isInteger,
  temperature: Number.isFinite,
  tools: Array.isArray,
  response_format: isObject,
  provider: isObject,
  svc: isObject,
};
const isWrong = (field: keyof typeof types) => (body: JsonObject) =>
  body[field] !== undefined && body[field] !== null && !types[field](body[field]);
const wrong = (field: string) => `${field} of another type`;
const isText = (value: unknown) => typeof value === 'string';
const isFraction = (value: unknown) => typeof value === 'number' && !Number.isInteger(value);
const hasOther = (models: unknown): models is readonly unknown[] => Array.isArray(models) && !models.every(isText);
const formats: readonly unknown[] = ['text', 'json_object', 'json_schema'];
const limits = ['max_tokens', 'max_completion_tokens'] as const;
const isTrue = (value: unknown) => value === true;
const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;
/** Serves chats for which a field has such a value. */
const serving = (words: string, holds: (value: unknown) => boolean) => (field: string) =>
  serve(chatsWith(`${words} for ${field}`, (body) => holds(body[field])));

/** Texts that become JSON by a repair. */
const repaired = (words: string, repair: (text: string) => string): Scope =>
  chatsSent(words, (text, request) => noJson.covers(request) && isJson(repair(text)));

const served: Readonly<Record<string, Scope>> = {
  'svc.type': chatsWith(wrong('svc'), isWrong('svc')),
  'model.missing': chatsWith('no model', ({ model }) => model === undefined),
  'model.missing:list': chatsWith('a list alone', ({ model, models }) => model === undefined && models !== undefined),
  'model.type:null': chatsWith('model null', ({ model }) => model === null),
  'messages.missing': chatsWith('no messages', ({ messages }) => messages === undefined),
  'messages.type:null': chatsWith('messages null', ({ messages }) => messages === null),
  'messages.type:single': chatsWith('one message for a list', ({ messages }) => isObject(messages)),
  'messages.type:text': chatsWith('text for messages', ({ messages }) => isText(messages)),
  'models.type:text': chatsWith('text for models', ({ models }) => isText(models)),
  'models.type:object': chatsWith('an object for models', ({ models }) => isObject(models)),
  'models.item-type': chatsWith('models that are no text', ({ models }) => hasOther(models)),
  'models.item-type:first': chatsWith('a text and others', ({ models }) => hasOther(models) && isText(models[0])),
  'models.item-type:null': chatsWith('null in models', ({ models }) => hasOther(models) && models.includes(null)),
  'stream.type:object': chatsWith('an object for stream', ({ stream }) => isObject(stream)),
  'tools.type:object': chatsWith('one tool for a list', ({ tools }) => isObject(tools)),
  'response-format.unknown': chatsWith('an unknown response_format', ({ response_format: format }) => {
    return isObject(format) && !formats.includes(format.type);
  }),
  'not-object:array': chatsSent('a list of one body', (text) => isJson(text) && Array.isArray(JSON.parse(text))),
  'malformed:first-value': repaired('more than one value', (text) => text.slice(0, text.indexOf('}]') + 3)),
  'malformed:comma': repaired('a comma too many', (text) => text.replace(/,\s*([\]}])/g, '$1')),
  'malformed:comments': repaired('comments', (text) => text.replace(/\/\*.*?\*\//g, '')),
  'malformed:line-breaks': repaired('line breaks in texts', (text) => text.replaceAll('\n', ' ')),
};

const failing: Readonly<Record<string, Scope>> = {
  empty: chatsSent('an empty body', (text) => text === ''),
  malformed: noJson,
  'not-object': noObject,
  'never-served': chatsSent('a body that is no JSON object', (_, sent) => noJson.covers(sent) || noObject.covers(sent)),
};

/** Invalid bodies. */
export const chatBody = rows('chat.body', {
  ...each('*', served, serve),
  ...each('*', failing, (scope) => fail(scope)),
  ...each('*.type', dashed(chatFields), (field) => serve(chatsWith(wrong(field), isWrong(field)))),
  ...each('*.type:stream', dashed(chatFields.filter((field) => field !== 'model' && field !== 'stream')), (field) =>
    serve(streamsWith(wrong(field), isWrong(field))),
  ),
  ...each('*.type:fraction', dashed(limits), serving('a fraction', isFraction)),
  ...each('*.type:flag', dashed([...limits, 'temperature']), serving('true', isTrue)),
  ...each('*.type:empty-array', dashed(['provider', 'response_format']), serving('an empty list', isEmptyList)),
  'messages.type:unprocessable': restatus('invalid_request', 422, chatsWith(wrong('messages'), isWrong('messages'))),
});

const streamed = and(chats, streams);

/** The edit of errors whose message fits. */
const where = (words: string, pattern: RegExp, inner: Edit): Edit =>
  when(words, ({ message }) => pattern.test(String(message)), inner);
const vague = replace('message', 'The body is invalid.');
const listing = chatsWith('a list of models', ({ models }) => Array.isArray(models));
const messages: Readonly<Record<string, readonly [Scope, Edit]>> = {
  'refusal.names-wrong-field': [chats, where('that name a wrong field', /^(?!models|.*is required)/, vague)],
  'refusal.names-wrong-field:always-one': [chats, replace('message', 'messages: Input should be valid.')],
  'refusal.names-wrong-field:stream': [streamed, vague],
  'refusal.names-wrong-field:service': [chats, where('that name svc', /svc/, vague)],
  'refusal.names-wrong-field:model': [chats, where('about the model', /^model\b.*string/, vague)],
  'refusal.names-wrong-field:item': [listing, replace('message', '[1]: must be a string.')],
  'refusal.names-missing-field': [chats, where('that name a missing field', /required/, vague)],
  'refusal.names-missing-field:stream': [streamed, where('that name a missing field', /required/, vague)],
  'body.response-format.unknown:unnamed': [chats, where('that name a format', /response_format\.type/, vague)],
};

const uncharged = ['no_endpoint_available', 'forbidden', 'unsupported_capability', 'rate_limited', 'unauthorized'];

/** What the refusal of an invalid body says, and what it leads to. */
export const chatRefusal = rows('chat', {
  ...each('*', messages, ([scope, wrong]) => inErrorsTo(scope, 'invalid_request', wrong)),
  'refusal.without-effect': askAnyway(chats, 400),
  'refusal.without-effect:stream': askAnyway(streamed, 400),
  'refusal.uncharged': chargeFor(chats, 'that it refuses', refused),
  ...each('refusal.uncharged:*', uncharged, (code) => chargeFor(chats, `answered with ${code}`, refusedWith(code))),
  'served.charged-once:recorded-twice': recordAgain(chats),
  'served.charged-once:streams-twice': recordAgain(streamed),
  'served.charged-once:free': charge('nothing', () => 0),
  'served.charged-once:after-fallback': chargeFor(chats, 'where a fallback model served', ({ status, body }, asked) => {
    return status === 200 && isObject(body) && body.model !== asked?.model;
  }),
});

/** Refuses a valid body with a field, for that field. */
const refusing = (field: string, words = '', holds: (value: unknown, body: JsonObject) => boolean = () => true) =>
  reject(
    chatsWith(`${field} ${words}`.trimEnd(), (body) => body[field] !== undefined && holds(body[field], body)),
    `${field}: is not allowed here.`,
  );
const isOf = (type: string) => (format: unknown) => isObject(format) && format.type === type;
const isBare = (value: unknown) => JSON.stringify(value) === '{}';
const isLax = (format: unknown) =>
  isObject(format) && isObject(format.json_schema) && format.json_schema.strict !== true;

/** Valid bodies that are refused. */
export const chatAccepted = rows('chat.accepted', {
  'max-tokens': refusing('max_tokens'),
  'max-completion-tokens': refusing('max_completion_tokens'),
  temperature: refusing('temperature', 'with a fraction', (value) => Number(value) % 1 !== 0),
  'temperature:zero': refusing('temperature', '0', (value) => value === 0),
  tools: fail(and(chats, withField('tools'))),
  'tools:several': refusing('tools', 'of two or more', (value) => Array.isArray(value) && value.length > 1),
  'json-schema:not-strict': refusing('response_format', 'without strict', isLax),
  charset: reject(chatsWith('a charset', (_body, { headers }) => String(headers['content-type']).includes('charset'))),
  ...each('*', ['provider', 'svc'], (field) => refusing(field, 'of no fields', isBare)),
  ...each('*:stream', dashed(['max_tokens', 'max_completion_tokens', 'temperature', 'tools', 'provider']), (field) =>
    refusing(field, 'of streams', (_value, { stream }) => stream === true),
  ),
  ...each('*', dashed(['json_object', 'json_schema']), (type) => refusing('response_format', type, isOf(type))),
  ...each('*:stream', dashed(['json_object', 'json_schema']), (type) =>
    refusing('response_format', `${type} of streams`, (format, { stream }) => stream === true && isOf(type)(format)),
  ),
});
