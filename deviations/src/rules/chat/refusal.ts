import { patch } from '@gateproof/simulator/behaviour';
import { type Change, change } from '../../change.ts';
import { isObject, type JsonObject } from '../../changes/exchange-changes.ts';
import { chatsWith } from '../../chat-scopes.ts';
import { replace, when } from '../../edits.ts';
import { askAnyway, chargeFor, chargeRefused, recordAgain } from '../../operators/chat-requests.ts';
import { inErrorsTo } from '../../operators/edit-messages.ts';
import { refuse } from '../../operators/refuse.ts';
import { each, rows } from '../../rows.ts';
import { and, chats, type Scope, streams } from '../../scopes.ts';

const streamed = and(chats, streams);
const dashed = (name: string) => name.replaceAll('_', '-');

/** Rewords the refusals of invalid bodies whose message fits. */
const reworded = (scope: Scope, words: string, pattern: RegExp, message: string): Change =>
  inErrorsTo(
    scope,
    'invalid_request',
    when(words, (error) => pattern.test(String(error.message)), replace('message', message)),
  );

/** What the refusal of an invalid body says, and what it leads to. */
export const chatRefusal = rows({
  'chat.refusal.names-wrong-field': reworded(
    chats,
    'that name a wrong field',
    /^(?!models|.*is required)/,
    'The body is invalid.',
  ),
  'chat.refusal.names-wrong-field:always-one': reworded(chats, '', /^/, 'messages: Input should be valid.'),
  'chat.refusal.names-wrong-field:stream': reworded(streamed, '', /^/, 'The body is invalid.'),
  'chat.refusal.names-wrong-field:service': reworded(chats, 'that name svc', /svc/, 'The body is invalid.'),
  'chat.refusal.names-wrong-field:item': reworded(
    chatsWith('a list of models', ({ models }) => Array.isArray(models)),
    '',
    /^/,
    '[1]: must be a string.',
  ),
  'chat.refusal.names-missing-field': reworded(
    chats,
    'that name a missing field',
    /required/,
    'The body is incomplete.',
  ),
  'chat.refusal.names-missing-field:stream': reworded(
    streamed,
    'that name a missing field',
    /required/,
    'The body is incomplete.',
  ),
  'chat.body.response-format.unknown:unnamed': reworded(
    chats,
    'that name the type of a response_format',
    /response_format\.type/,
    'That is not known.',
  ),
  'chat.refusal.without-effect': askAnyway(chats, 400),
  'chat.refusal.without-effect:stream': askAnyway(streamed, 400),
  'chat.refusal.uncharged': chargeFor(chats, 'that it refuses', ({ status }) => status >= 400 && status < 500),
  ...each(['no_endpoint_available', 'forbidden', 'unsupported_capability', 'rate_limited'], (code) => [
    `chat.refusal.uncharged:${code}`,
    chargeRefused(chats, code),
  ]),
});

/** What is recorded of served requests. */
export const chatServed = rows({
  'chat.served.charged-once:recorded-twice': recordAgain(chats),
  'chat.served.charged-once:streams-twice': recordAgain(streamed),
  'chat.served.charged-once:free': change('charges nothing', patch('usage', { chargeUsd: () => 0 })),
  'chat.served.charged-once:after-fallback': chargeFor(
    chats,
    'where a fallback model served',
    ({ status, body }, asked) => status === 200 && body.model !== asked.model,
  ),
});

/** Refuses a valid body that has a field, for that field. */
const refusing = (field: string, words = '', isMeant: (value: unknown, body: JsonObject) => boolean = () => true) =>
  refuse(
    chatsWith(`${field} ${words}`.trimEnd(), (body) => body[field] !== undefined && isMeant(body[field], body)),
    'invalid_request',
    `${field}: is not allowed here.`,
  );
const isOf = (type: string) => (format: unknown) => isObject(format) && format.type === type;
const isEmpty = (value: unknown) => isObject(value) && Object.keys(value).length === 0;

/** Valid bodies that are refused. */
export const chatAccepted = rows({
  ...each(['max_tokens', 'max_completion_tokens'], (field) => [`chat.accepted.${dashed(field)}`, refusing(field)]),
  'chat.accepted.temperature': refusing('temperature', 'with a fraction', (value) => Number(value) % 1 !== 0),
  'chat.accepted.temperature:zero': refusing('temperature', '0', (value) => value === 0),
  'chat.accepted.tools': refuse(
    chatsWith('tools', (body) => 'tools' in body),
    'internal_error',
  ),
  'chat.accepted.tools:several': refusing(
    'tools',
    'of more than one',
    (value) => Array.isArray(value) && value.length > 1,
  ),
  ...each(['provider', 'svc'], (field) => [`chat.accepted.${field}`, refusing(field, 'of no fields', isEmpty)]),
  ...each(['json_object', 'json_schema'], (type) => [
    `chat.accepted.${dashed(type)}`,
    refusing('response_format', type, isOf(type)),
  ]),
  'chat.accepted.json-schema:not-strict': refusing(
    'response_format',
    'without strict',
    (format) => isObject(format) && isObject(format.json_schema) && format.json_schema.strict !== true,
  ),
  ...each(['max_tokens', 'max_completion_tokens', 'temperature', 'tools', 'provider'], (field) => [
    `chat.accepted.${dashed(field)}:stream`,
    refusing(field, 'of streams', (_value, { stream }) => stream === true),
  ]),
  ...each(['json_object', 'json_schema'], (type) => [
    `chat.accepted.${dashed(type)}:stream`,
    refusing('response_format', `${type} of streams`, (format, { stream }) => stream === true && isOf(type)(format)),
  ]),
  'chat.accepted.charset': refuse(
    chatsWith('a charset', (_body, { headers }) => String(headers['content-type']).includes('charset')),
    'invalid_request',
    'Content-Type: must not have a charset.',
  ),
});
