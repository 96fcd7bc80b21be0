import type { BadClient, JsonObject } from '../client-behaviour.ts';
import { referenceClient as right } from '../reference-client.ts';
import { rebodied, wired } from './patches.ts';

const jobs = ['create_image', 'create_transcription'] as const;
const camel = (name: string) => name.replace(/[-_](.)/g, (_, letter: string) => letter.toUpperCase());
const snake = (name: string) => name.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
const named = (body: JsonObject, change: (name: string) => string) =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [change(name), value]));
const kept = (body: JsonObject, keeps: (value: unknown, name: string) => boolean) =>
  Object.fromEntries(Object.entries(body).filter(([name, value]) => keeps(value, name)));

/** The other fields of a submission, which are lost with its inputs. */
const otherFields = ['client.request.routing-unchanged', 'client.request.retry-of', 'client.request.submission-models'];

/** Clients that alter a job's inputs, or ask for streams and cancels in a wrong way. */
export const inputDeviations: readonly BadClient[] = [
  {
    id: 'client.request.inputs-unchanged',
    changes: { submissionBody: ({ model, inputs }) => ({ model, input: inputs }) },
    entails: ['client.request.audio-as-url', ...otherFields],
  },
  { id: 'client.request.inputs-unchanged:falsy-dropped', changes: rebodied((body) => kept(body, Boolean), ...jobs) },
  {
    id: 'client.request.inputs-unchanged:empty-dropped',
    changes: rebodied((body) => kept(body, (value) => value !== '' && JSON.stringify(value) !== '{}'), 'create_image'),
  },
  {
    id: 'client.request.inputs-unchanged:camel-case',
    changes: rebodied((body) => named(body, camel), ...jobs),
    entails: ['client.request.audio-as-url', 'client.request.retry-of'],
  },
  { id: 'client.request.inputs-unchanged:snake-case', changes: rebodied((body) => named(body, snake), 'create_image') },
  {
    id: 'client.request.inputs-unchanged:own-names-kept',
    changes: rebodied(
      (body) => kept(body, (_, name) => !['timeout', 'headers', 'stream'].includes(name)),
      'create_image',
    ),
  },
  {
    id: 'client.request.inputs-unchanged:known-names-only',
    changes: rebodied(
      (body) => kept(body, (_, name) => ['model', 'prompt', 'size', 'n'].includes(name)),
      'create_image',
    ),
    entails: otherFields,
  },
  {
    id: 'client.request.inputs-unchanged:texts',
    changes: rebodied(
      (body) =>
        Object.fromEntries(
          Object.entries(body).map(([name, value]) => [name, typeof value === 'object' ? value : String(value)]),
        ),
      ...jobs,
    ),
  },
  {
    id: 'client.request.inputs-unchanged:numbers',
    changes: rebodied(
      (body) =>
        Object.fromEntries(
          Object.entries(body).map(([name, value]) => [
            name,
            typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value,
          ]),
        ),
      'create_image',
    ),
  },
  {
    id: 'client.request.inputs-unchanged:default-size',
    changes: rebodied((body) => ({ size: '1024x1024', ...body }), 'create_image'),
  },
  {
    id: 'client.request.inputs-unchanged:trimmed',
    changes: rebodied((body) => ({ ...body, prompt: String(body.prompt).trim() }), 'create_image'),
  },
  {
    id: 'client.request.inputs-unchanged:flattened',
    changes: rebodied(({ options, ...body }) => ({ ...body, ...(options as JsonObject) }), 'create_image'),
  },
  {
    id: 'client.request.inputs-unchanged:transcriptions',
    changes: rebodied((body) => ({ language: 'en', ...body }), 'create_transcription'),
  },
  {
    id: 'client.request.audio-as-url',
    changes: rebodied(
      ({ audio_url: _url, ...body }) => ({ ...body, file: 'UklGRiQAAABXQVZF' }),
      'create_transcription',
    ),
    entails: ['client.request.inputs-unchanged'],
  },
  {
    id: 'client.request.audio-as-url:multipart',
    changes: wired(
      ({ headers }) => ({
        headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
        body: '--x\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\nRIFF\r\n--x--\r\n',
      }),
      'create_transcription',
    ),
    entails: ['client.request.'],
  },
  {
    id: 'client.request.audio-as-url:query-dropped',
    changes: rebodied((body) => ({ ...body, audio_url: String(body.audio_url).split('?')[0] }), 'create_transcription'),
    entails: ['client.request.inputs-unchanged'],
  },
  {
    id: 'client.request.audio-as-url:decoded',
    changes: rebodied(
      (body) => ({ ...body, audio_url: decodeURIComponent(String(body.audio_url)) }),
      'create_transcription',
    ),
    entails: ['client.request.inputs-unchanged'],
  },
  {
    id: 'client.request.audio-as-url:port-dropped',
    changes: rebodied(
      (body) => ({ ...body, audio_url: String(body.audio_url).replace(':8443', '') }),
      'create_transcription',
    ),
  },
  {
    id: 'client.request.stream-asked',
    changes: { chatBody: (params, _isStream, tools) => right.chatBody(params, false, tools) },
    entails: ['client.stream.'],
  },
  {
    id: 'client.request.stream-asked:always',
    changes: rebodied((body) => ({ ...body, stream: true }), 'chat'),
    entails: ['client.request.'],
  },
  {
    id: 'client.request.stream-asked:as-text',
    changes: rebodied((body) => ({ ...body, stream: 'true' }), 'chat_stream'),
  },
  {
    id: 'client.request.stream-asked:not-on-retry',
    changes: rebodied(({ stream, ...body }, { attempt }) => (attempt > 1 ? body : { ...body, stream }), 'chat_stream'),
  },
  {
    id: 'client.request.cancel-without-body',
    changes: wired(
      ({ headers }) => ({ body: '{}', headers: { ...headers, 'content-type': 'application/json' } }),
      'cancel_job',
    ),
  },
  {
    id: 'client.request.cancel-without-body:reason',
    changes: wired(
      ({ headers }) => ({ body: '{"reason":"caller"}', headers: { ...headers, 'content-type': 'application/json' } }),
      'cancel_job',
    ),
  },
  {
    id: 'client.request.cancel-without-body:delete',
    changes: wired(({ url }) => ({ method: 'DELETE', url: url.replace('/cancel', '') }), 'cancel_job'),
  },
  { id: 'client.request.cancel-without-body:put', changes: wired(() => ({ method: 'PUT' }), 'cancel_job') },
];
