import type { BadClient, JsonObject } from '../client-behaviour.ts';
import { rebodied, retexted, wired } from './patches.ts';

const lowered = (body: JsonObject) => ({ ...body, model: String(body.model).toLowerCase() });
type Message = { readonly role: string; readonly content: string };
const messagesOf = ({ messages }: JsonObject) => messages as readonly Message[];
const talks = ['chat', 'chat_stream'] as const;

/** Clients that alter what their caller gave them for a chat. */
export const chatDeviations: readonly BadClient[] = [
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
    entails: ['client.request.unicode-unchanged'],
    changes: rebodied((body) => ({ ...body, messages: [...messagesOf(body)].reverse() }), 'chat_stream'),
  },
  {
    id: 'client.request.messages-unchanged:merged',
    entails: ['client.request.unicode-unchanged'],
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
    entails: ['client.request.unicode-unchanged'],
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
    entails: ['client.request.unicode-unchanged'],
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
    entails: ['client.request.no-list-added', 'client.request.of-this-call'],
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
    entails: ['client.request.of-this-call'],
    changes: rebodied(
      (body) => (Array.isArray(body.models) ? { ...body, models: body.models.join(',') } : body),
      'chat',
    ),
  },
  {
    id: 'client.request.fallback-models:in-provider',
    entails: ['client.request.given-together'],
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
    entails: ['client.request.of-this-call'],
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
