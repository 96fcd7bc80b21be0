import type { BadClient } from '../client-behaviour.ts';
import { wired, withHeaders } from './patches.ts';

const anyModel = ['client.model.', 'client.answer.', 'client.job.'];

/** Clients that send something wrong on every request, or on some. */
export const requestDeviations: readonly BadClient[] = [
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
  { id: 'client.request.metadata-value', changes: withHeaders(() => ({ 'x-svc-metadata': 'true' }), 'chat') },
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
    id: 'client.request.prefix:two-slashes',
    changes: wired(({ url }) => ({ url: url.replace('/v1/', '/v1//') }), 'chat'),
  },
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
