import type { BadClient, JsonObject } from '../client-behaviour.ts';
import { rebodied, retexted, wired, withHeaders } from './patches.ts';

const anyModel = ['client.model.', 'client.answer.', 'client.job.'];

/** Clients that send something wrong on every request, or on some. */
const standing: readonly BadClient[] = [
  { id: 'client.request.bearer', changes: withHeaders(() => ({ authorization: undefined })) },
  {
    id: 'client.request.bearer:other-header',
    changes: withHeaders(({ headers }) => ({ authorization: undefined, 'x-api-key': headers.authorization })),
  },
  {
    id: 'client.request.bearer:token-scheme',
    changes: withHeaders(({ headers }) => ({ authorization: headers.authorization?.replace('Bearer', 'Token') })),
  },
  {
    id: 'client.request.bearer:lower-case-key',
    changes: withHeaders(({ headers }) => ({ authorization: headers.authorization?.toLowerCase() })),
  },
  {
    id: 'client.request.bearer:encoded-key',
    changes: withHeaders((_, { given }) => ({ authorization: `Bearer ${encodeURIComponent(String(given.api_key))}` })),
  },
  {
    id: 'client.request.bearer:not-for-reads',
    changes: withHeaders(() => ({ authorization: undefined }), 'get_job', 'list_models'),
    with: anyModel,
  },
  {
    id: 'client.request.bearer:not-on-cancel',
    changes: withHeaders(() => ({ authorization: undefined }), 'cancel_job'),
  },
  {
    id: 'client.request.bearer:not-on-retry',
    changes: withHeaders((_, { attempt }) => (attempt > 1 ? { authorization: undefined } : {})),
  },
  {
    id: 'client.request.bearer:first-key-for-all',
    changes: wired(({ headers }, _call, { memory }) => {
      if (!memory.has('key')) memory.set('key', headers.authorization);
      return { headers: { ...headers, authorization: String(memory.get('key')) } };
    }),
  },
  {
    id: 'client.request.content-type',
    changes: withHeaders(({ body }) => (body === undefined ? {} : { 'content-type': 'text/plain' })),
  },
  {
    id: 'client.request.content-type:form',
    changes: withHeaders(() => ({ 'content-type': 'application/x-www-form-urlencoded' }), 'create_image'),
  },
  {
    id: 'client.request.content-type:vendor',
    changes: withHeaders(() => ({ 'content-type': 'application/vnd.api+json' }), 'create_transcription'),
  },
  {
    id: 'client.request.content-type:stream',
    changes: withHeaders(() => ({ 'content-type': 'text/event-stream' }), 'chat_stream'),
  },
  {
    id: 'client.request.json',
    changes: wired(({ body }) => (body === undefined ? {} : { body: JSON.stringify(body) })),
    entails: ['client.request.'],
  },
  {
    id: 'client.request.json:array',
    changes: wired(({ body }) => ({ body: `[${body}]` }), 'create_image'),
    entails: ['client.request.inputs-unchanged', 'client.request.model-unchanged'],
  },
  {
    id: 'client.request.json:form',
    changes: wired(({ body }) => ({ body: `payload=${encodeURIComponent(String(body))}` }), 'chat'),
    entails: ['client.request.'],
  },
  {
    id: 'client.request.json:no-body',
    changes: wired(() => ({ body: undefined }), 'create_transcription'),
    entails: ['client.request.inputs-unchanged', 'client.request.model-unchanged', 'client.request.audio-as-url'],
  },
  {
    id: 'client.request.json:trailing-comma',
    changes: wired(({ body }) => ({ body: String(body).replace(/\}$/, ',}') }), 'chat_stream'),
    entails: ['client.request.'],
  },
  {
    id: 'client.request.prefix',
    changes: wired(({ url }) => ({ url: url.replace('/v1/', '/') })),
    entails: ['client.request.'],
  },
  { id: 'client.request.prefix:v2', changes: wired(({ url }) => ({ url: url.replace('/v1/', '/v2/') }), 'chat') },
  {
    id: 'client.request.prefix:twice',
    changes: wired(({ url }) => ({ url: url.replace('/v1/', '/v1/v1/') }), 'chat_stream'),
  },
  {
    id: 'client.request.prefix:api',
    changes: wired(({ url }) => ({ url: url.replace('/v1/', '/api/v1/') }), 'create_image'),
  },
  {
    id: 'client.request.prefix:base-path-dropped',
    changes: wired(({ url }) => ({ url: url.replace(/\/case\d+/, '') })),
    entails: ['client.request.bearer', 'client.request.cancel-without-body'],
  },
  {
    id: 'client.request.prefix:models-at-root',
    changes: wired(({ url }) => ({ url: url.replace('/v1/', '/') }), 'list_models'),
    with: ['client.model.'],
  },
  {
    id: 'client.request.key-not-in-url',
    changes: wired(({ url }, { given }) => ({ url: `${url}?api_key=${given.api_key}` })),
    entails: ['client.request.cancel-without-body'],
  },
  {
    id: 'client.request.key-not-in-url:encoded',
    changes: wired(
      ({ url }, { given }) => ({ url: `${url}?key=${encodeURIComponent(String(given.api_key))}` }),
      'chat',
    ),
  },
  {
    id: 'client.request.key-not-in-url:polls',
    changes: wired(({ url }, { given }) => ({ url: `${url}?token=${given.api_key}` }), 'get_job', 'wait_job'),
    with: ['client.job.'],
  },
];

const lowered = (body: JsonObject) => ({ ...body, model: String(body.model).toLowerCase() });
type Message = { readonly role: string; readonly content: string };
const messagesOf = ({ messages }: JsonObject) => messages as readonly Message[];
const talks = ['chat', 'chat_stream'] as const;

/** Clients that alter what their caller gave them for a chat. */
const chats: readonly BadClient[] = [
  { id: 'client.request.model-unchanged', changes: rebodied(lowered, ...talks) },
  {
    id: 'client.request.model-unchanged:jobs',
    changes: rebodied(lowered, 'create_image', 'create_transcription'),
    entails: ['client.request.inputs-unchanged'],
  },
  {
    id: 'client.request.model-unchanged:author-dropped',
    changes: rebodied((body) => ({ ...body, model: String(body.model).split('/').at(-1) }), 'chat'),
  },
  {
    id: 'client.request.model-unchanged:suffix-dropped',
    changes: rebodied((body) => ({ ...body, model: String(body.model).split(':')[0] }), 'chat_stream'),
  },
  {
    id: 'client.request.model-unchanged:provider-dropped',
    changes: rebodied((body) => ({ ...body, model: String(body.model).replace(/^openai\//, '') }), 'chat'),
  },
  {
    id: 'client.request.model-unchanged:date-dropped',
    changes: rebodied((body) => ({ ...body, model: String(body.model).split('@')[0] }), 'chat'),
  },
  {
    id: 'client.request.model-unchanged:encoded',
    changes: rebodied((body) => ({ ...body, model: encodeURIComponent(String(body.model)) }), 'chat'),
  },
  {
    id: 'client.request.model-unchanged:cheaper-on-retry',
    changes: rebodied((body, { attempt }) => (attempt > 1 ? { ...body, model: 'acme/cheap' } : body), 'chat'),
  },
  {
    id: 'client.request.messages-unchanged',
    changes: rebodied(
      (body) => ({ ...body, messages: [{ role: 'system', content: 'You are helpful.' }, ...messagesOf(body)] }),
      ...talks,
    ),
    entails: ['client.request.unicode-unchanged'],
  },
  {
    id: 'client.request.messages-unchanged:trimmed',
    changes: retexted((text) => text.trim(), 'chat'),
    entails: ['client.request.unicode-unchanged'],
  },
  {
    id: 'client.request.messages-unchanged:reversed',
    changes: rebodied((body) => ({ ...body, messages: [...messagesOf(body)].reverse() }), 'chat_stream'),
  },
  {
    id: 'client.request.messages-unchanged:merged',
    changes: rebodied(
      (body) => {
        const merged: Message[] = [];
        for (const message of messagesOf(body)) {
          const last = merged.at(-1);
          if (last?.role === message.role)
            merged[merged.length - 1] = { ...last, content: `${last.content}\n${message.content}` };
          else merged.push(message);
        }
        return { ...body, messages: merged };
      },
      ...talks,
    ),
  },
  {
    id: 'client.request.messages-unchanged:deduplicated',
    changes: rebodied(
      (body) => ({
        ...body,
        messages: messagesOf(body).filter(
          (one, place, all) =>
            all.findIndex(({ content, role }) => content === one.content && role === one.role) === place,
        ),
      }),
      'chat',
    ),
  },
  {
    id: 'client.request.messages-unchanged:last-twenty',
    changes: rebodied((body) => ({ ...body, messages: messagesOf(body).slice(-20) }), 'chat'),
  },
  { id: 'client.request.messages-unchanged:cut-long', changes: retexted((text) => text.slice(0, 32_768), 'chat') },
  {
    id: 'client.request.messages-unchanged:newlines',
    changes: retexted((text) => text.replaceAll('\r\n', '\n'), 'chat_stream'),
  },
  {
    id: 'client.request.messages-unchanged:escaped',
    changes: retexted((text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'), 'chat'),
  },
  {
    id: 'client.request.messages-unchanged:roles',
    changes: rebodied(
      (body) => ({
        ...body,
        messages: messagesOf(body).map((one) => ({ ...one, role: one.role === 'system' ? 'developer' : one.role })),
      }),
      'chat',
    ),
  },
  {
    id: 'client.request.messages-unchanged:last-must-be-user',
    changes: rebodied(
      (body) => ({
        ...body,
        messages:
          messagesOf(body).at(-1)?.role === 'assistant'
            ? [...messagesOf(body), { role: 'user', content: 'Continue.' }]
            : messagesOf(body),
      }),
      'chat',
    ),
  },
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is meant
  { id: 'client.request.unicode-unchanged', changes: retexted((text) => text.replace(/[^\x00-\x7f]/g, '?'), ...talks) },
  { id: 'client.request.unicode-unchanged:normalised', changes: retexted((text) => text.normalize('NFC'), 'chat') },
  {
    id: 'client.request.unicode-unchanged:compatible',
    changes: retexted((text) => text.normalize('NFKC'), 'chat_stream'),
  },
  {
    id: 'client.request.unicode-unchanged:no-emoji',
    changes: retexted((text) => text.replace(/\p{Extended_Pictographic}/gu, ''), 'chat'),
  },
  {
    id: 'client.request.unicode-unchanged:plain-quotes',
    changes: retexted((text) => text.replace(/[‘’]/g, "'"), 'chat'),
  },
  {
    id: 'client.request.unicode-unchanged:no-zero-width',
    changes: retexted((text) => text.replace(/[\u200B\uFEFF]/g, ''), 'chat'),
  },
  {
    id: 'client.request.unicode-unchanged:latin',
    changes: retexted((text) => Buffer.from(text).toString('latin1'), 'chat_stream'),
  },
  { id: 'client.request.fallback-models', changes: rebodied(({ models: _list, ...body }) => body, ...talks) },
  {
    id: 'client.request.fallback-models:sorted',
    changes: rebodied(
      (body) => (Array.isArray(body.models) ? { ...body, models: [...body.models].sort() } : body),
      'chat',
    ),
  },
  {
    id: 'client.request.fallback-models:first-three',
    changes: rebodied(
      (body) => (Array.isArray(body.models) ? { ...body, models: body.models.slice(0, 3) } : body),
      'chat_stream',
    ),
  },
  {
    id: 'client.request.fallback-models:cut-at-five',
    changes: rebodied(
      (body) => (Array.isArray(body.models) ? { ...body, models: body.models.slice(0, 5) } : body),
      'chat',
    ),
  },
  {
    id: 'client.request.fallback-models:with-the-first',
    changes: rebodied(
      (body) => (Array.isArray(body.models) ? { ...body, models: [body.model, ...body.models] } : body),
      'chat',
    ),
    entails: ['client.request.no-list-added'],
  },
  {
    id: 'client.request.fallback-models:without-the-first',
    changes: rebodied(
      (body) =>
        Array.isArray(body.models) ? { ...body, models: body.models.filter((one) => one !== body.model) } : body,
      'chat',
    ),
  },
  {
    id: 'client.request.fallback-models:joined',
    changes: rebodied(
      (body) => (Array.isArray(body.models) ? { ...body, models: body.models.join(',') } : body),
      'chat',
    ),
  },
  {
    id: 'client.request.fallback-models:in-provider',
    changes: rebodied(
      ({ models, ...body }) => (models === undefined ? body : { ...body, provider: { models } }),
      'chat_stream',
    ),
  },
  {
    id: 'client.request.no-list-added',
    changes: rebodied((body) => ({ models: ['acme/cheap'], ...body })),
    entails: ['client.request.fallback-models'],
  },
  {
    id: 'client.request.no-list-added:the-model-itself',
    changes: rebodied((body) => ({ models: [body.model], ...body }), 'chat_stream'),
  },
  {
    id: 'client.request.no-list-added:jobs',
    changes: rebodied((body) => ({ models: ['acme/other'], ...body }), 'create_image'),
  },
  {
    id: 'client.request.no-list-added:remembered',
    changes: wired(
      ({ body }, { given }, { memory }) => {
        const wire = JSON.parse(String(body)) as JsonObject;
        const place = `models ${given.base_url}`;
        if (wire.models !== undefined) memory.set(place, wire.models);
        return memory.has(place) ? { body: JSON.stringify({ ...wire, models: memory.get(place) }) } : {};
      },
      ...talks,
    ),
  },
];

/** Clients that send something wrong in every request, or alter what their caller gave them. */
export const requestDeviations: readonly BadClient[] = [...standing, ...chats];
