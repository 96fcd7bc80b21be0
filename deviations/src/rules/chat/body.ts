import { chatFields, type SeenRequest } from '@gateproof/simulator/behaviour';
import { chatsSent, isJson, noJson, noObject } from '../../body-scopes.ts';
import type { Change } from '../../change.ts';
import { isObject, type JsonObject } from '../../changes/exchange-changes.ts';
import { chatsWith, streamsWith } from '../../chat-scopes.ts';
import { refuse, restatus, serve } from '../../operators/refuse.ts';
import { each, rows } from '../../rows.ts';

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

const ruleOf = (field: string) => `chat.body.${field.replaceAll('_', '-')}.type`;
const served = (words: string, holds: (body: JsonObject, request: SeenRequest) => boolean): Change =>
  serve(chatsWith(words, holds));

const isText = (value: unknown) => typeof value === 'string';
const isFraction = (value: unknown) => typeof value === 'number' && !Number.isInteger(value);
const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;
const formats: readonly unknown[] = ['text', 'json_object', 'json_schema'];

const neither = chatsSent('a body that is no JSON object', (_text, request) =>
  [noJson, noObject].some(({ covers }) => covers(request)),
);
/** Serves what is no JSON and becomes some by a repair. */
const repairing = (words: string, repair: (text: string) => string): Change =>
  serve(chatsSent(words, (text, request) => noJson.covers(request) && isJson(repair(text))));

/** Invalid bodies. */
export const chatBody = rows({
  ...each(chatFields, (field) => [ruleOf(field), served(wrong(field), isWrong(field))]),
  ...each(
    chatFields.filter((field) => field !== 'model' && field !== 'stream'),
    (field) => [`${ruleOf(field)}:stream`, serve(streamsWith(wrong(field), isWrong(field)))],
  ),
  'chat.body.svc.type': served(wrong('svc'), isWrong('svc')),
  'chat.body.model.missing': served('no model', ({ model }) => model === undefined),
  'chat.body.messages.missing': served('no messages', ({ messages }) => messages === undefined),
  'chat.body.model.type:null': served('model null', ({ model }) => model === null),
  'chat.body.messages.type:null': served('messages null', ({ messages }) => messages === null),
  'chat.body.messages.type:single': served('one message for a list', ({ messages }) => isObject(messages)),
  'chat.body.messages.type:text': served('text for messages', ({ messages }) => isText(messages)),
  'chat.body.messages.type:unprocessable': restatus(
    'invalid_request',
    422,
    chatsWith(wrong('messages'), isWrong('messages')),
  ),
  'chat.body.models.type:text': served('text for models', ({ models }) => isText(models)),
  'chat.body.models.type:object': served('an object for models', ({ models }) => isObject(models)),
  'chat.body.models.item-type': served('an item of models that is no text', ({ models }) => hasOther(models)),
  'chat.body.models.item-type:first': served(
    'a later item of models that is no text',
    ({ models }) => hasOther(models) && isText(models[0]),
  ),
  'chat.body.models.item-type:null': served(
    'null in models',
    ({ models }) => hasOther(models) && models.includes(null),
  ),
  'chat.body.stream.type:object': served('an object for stream', ({ stream }) => isObject(stream)),
  ...each(['max_tokens', 'max_completion_tokens'], (field) => [
    `${ruleOf(field)}:fraction`,
    served(`a fraction for ${field}`, (body) => isFraction(body[field])),
  ]),
  ...each(['max_tokens', 'max_completion_tokens', 'temperature'], (field) => [
    `${ruleOf(field)}:flag`,
    served(`true for ${field}`, (body) => body[field] === true),
  ]),
  ...each(['provider', 'response_format'], (field) => [
    `${ruleOf(field)}:empty-array`,
    served(`an empty list for ${field}`, (body) => isEmptyList(body[field])),
  ]),
  'chat.body.tools.type:object': served('one tool for a list', ({ tools }) => isObject(tools)),
  'chat.body.response-format.unknown': served(
    'an unknown response_format',
    ({ response_format: format }) => isObject(format) && !formats.includes(format.type),
  ),
  'chat.body.empty': refuse(
    chatsSent('an empty body', (text) => text === ''),
    'internal_error',
  ),
  'chat.body.malformed': refuse(noJson, 'internal_error'),
  'chat.body.not-object': refuse(noObject, 'internal_error'),
  'chat.body.never-served': refuse(neither, 'internal_error'),
  'chat.body.not-object:array': serve(
    chatsSent('a list of one body', (text) => isJson(text) && Array.isArray(JSON.parse(text))),
  ),
  'chat.body.malformed:first-value': repairing('more than one value', (text) => text.slice(0, text.indexOf('}]') + 3)),
  'chat.body.malformed:comma': repairing('a comma too many', (text) => text.replace(/,\s*([\]}])/g, '$1')),
  'chat.body.malformed:comments': repairing('comments', (text) => text.replace(/\/\*.*?\*\//g, '')),
  'chat.body.malformed:line-breaks': repairing('line breaks in texts', (text) => text.replaceAll('\n', ' ')),
});

function hasOther(models: unknown): models is readonly unknown[] {
  return Array.isArray(models) && !models.every(isText);
}
