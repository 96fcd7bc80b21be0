import type { BadClient, ClientChanges, JsonObject } from '../client-behaviour.ts';
import { referenceClient as right } from '../reference-client.ts';
import { rebodied, retexted, wired, withHeaders } from './patches.ts';

type Message = { readonly role: string; readonly content: string };
const messagesOf = ({ messages }: JsonObject) => messages as readonly Message[];
const submissions = ['create_image', 'create_transcription'] as const;
/** Changes a submission's own fields, one by one. */
const inputs = (change: (value: unknown, name: string) => unknown): ClientChanges =>
  rebodied(
    (body) => Object.fromEntries(Object.entries(body).map(([name, value]) => [name, change(value, name)])),
    ...submissions,
  );
const isDate = (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);
const isUrl = (value: unknown) => typeof value === 'string' && /^https?:\/\//i.test(value);

/** Clients that alter a request in one edge case only. */
export const edgeCaseRequestDeviations: readonly BadClient[] = [
  {
    id: 'client.request.bearer:not-for-streams',
    changes: withHeaders(() => ({ authorization: undefined }), 'chat_stream'),
  },
  {
    id: 'client.request.content-type:submissions',
    changes: withHeaders(() => ({ 'content-type': 'text/plain' }), ...submissions),
  },
  {
    id: 'client.request.content-type:not-on-retry',
    changes: withHeaders((_, { attempt }) => (attempt > 1 ? { 'content-type': 'text/plain' } : {})),
    with: ['client.retry.success'],
  },
  {
    id: 'client.request.fallback-models:not-for-streams',
    changes: rebodied(({ models: _list, ...body }) => body, 'chat_stream'),
  },
  {
    id: 'client.request.fallback-models:not-on-retry',
    changes: rebodied(
      ({ models, ...body }, { attempt }) => (attempt > 1 || models === undefined ? body : { ...body, models }),
      'chat',
    ),
  },
  {
    id: 'client.request.messages-unchanged:system-first',
    changes: rebodied((body) => {
      const all = messagesOf(body);
      const isSystem = ({ role }: Message) => role === 'system';
      return { ...body, messages: [...all.filter(isSystem), ...all.filter((one) => !isSystem(one))] };
    }, 'chat'),
  },
  {
    id: 'client.request.messages-unchanged:empty-dropped',
    changes: rebodied(
      (body) => ({ ...body, messages: messagesOf(body).filter(({ content }) => content !== '') }),
      'chat',
    ),
  },
  {
    id: 'client.request.messages-unchanged:control-characters',
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what it drops
    changes: retexted((text) => text.replace(/[\u0001-\u0008\u000e-\u001f\u007f]/g, ''), 'chat'),
  },
  {
    id: 'client.request.messages-unchanged:last-alone-on-retry',
    changes: rebodied(
      (body, { attempt }) => (attempt > 1 ? { ...body, messages: messagesOf(body).slice(-1) } : body),
      'chat',
    ),
  },
  {
    id: 'client.request.inputs-unchanged:lists-joined',
    changes: inputs((value) => (Array.isArray(value) && value.length > 0 ? value.join(',') : value)),
    entails: ['client.request.submission-models', 'client.request.of-this-call'],
  },
  {
    id: 'client.request.inputs-unchanged:lists-of-one',
    entails: ['client.request.of-this-call'],
    changes: inputs((value) => (Array.isArray(value) && value.length === 1 ? value[0] : value)),
  },
  {
    id: 'client.request.inputs-unchanged:dates',
    changes: inputs((value) => (isDate(value) ? new Date(String(value)).toISOString() : value)),
  },
  {
    id: 'client.request.inputs-unchanged:urls',
    changes: inputs((value, name) => (isUrl(value) && name !== 'audio_url' ? new URL(String(value)).href : value)),
  },
  {
    id: 'client.request.inputs-unchanged:cut',
    changes: inputs((value, name) => (name === 'prompt' ? String(value).slice(0, 4_000) : value)),
  },
  {
    id: 'client.request.prefix:streams-elsewhere',
    changes: wired(({ url }) => ({ url: url.replace('/v1/', '/v1beta/') }), 'chat_stream'),
    entails: ['client.request.'],
  },
  {
    id: 'client.model.slash:encoded-twice',
    changes: {
      pathOf: (op, params) =>
        op === 'get_model'
          ? `/models/${String(params.model)
              .split('/')
              .map((part) => encodeURIComponent(encodeURIComponent(part)))
              .join('/')}`
          : right.pathOf(op, params),
    },
  },
];
