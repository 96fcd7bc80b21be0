import { dashed, each, rows } from '../../change.ts';
import { type Edit, replace, when } from '../../edits/fields.ts';
import { askAnyway, fail, reject } from '../../operators/answers.ts';
import { charge, chargeFor, recordAgain, refused, refusedWith } from '../../operators/charge.ts';
import { inErrorsTo } from '../../operators/edit-messages.ts';
import { isObject, type JsonObject } from '../../requests/seen.ts';
import { chatsWith } from '../../scopes/chats.ts';
import { and, chats, type Scope, streams, withField } from '../../scopes/requests.ts';

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
