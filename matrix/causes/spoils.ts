import type { JsonObject } from '@gateproof/spec';
import { inBodies, inErrorBodies, inErrorChunks, inModels, objectIn, type Spoil, without } from './spoil.ts';

/** The error as the OpenAI API has it. */
const inOpenAiShape = ({ message, type }: JsonObject) => ({ message, type, param: null, code: null });

const isDone = (data: string) => data === '[DONE]';

const lackingField = (field: string, cause = `error-${field}`): Spoil => ({
  id: `error-without-${field}`,
  isLossy: true,
  cause,
  whole: inErrorBodies((body, error) => ({ ...body, error: without(error, field) })),
  event: inErrorChunks((chunk, error) => ({ ...chunk, error: without(error, field) })),
});

const lackingModelField = (field: string): Spoil => ({
  id: `model-without-${field}`,
  isLossy: true,
  cause: `model-${field.replaceAll('_', '-')}`,
  whole: inModels((model) => without(model, field)),
});

const errorSpoils: readonly Spoil[] = [
  {
    id: 'errors-under-200',
    isLossy: true,
    cause: 'error-under-success',
    whole: (answer) => (answer.status >= 400 ? { ...answer, status: 200 } : answer),
  },
  {
    id: 'upstream-errors-under-200',
    cause: 'error-under-success',
    whole: (answer) => (answer.status === 502 || answer.status === 504 ? { ...answer, status: 200 } : answer),
  },
  {
    id: 'refusals-with-422',
    cause: 'status-unprocessable',
    whole: (answer) => (answer.status === 400 ? { ...answer, status: 422 } : answer),
  },
  {
    id: 'error-is-text',
    isLossy: true,
    cause: 'error-envelope-text',
    whole: inErrorBodies((_body, { message }) => ({ error: message })),
  },
  { id: 'error-is-flat', isLossy: true, cause: 'error-envelope-flat', whole: inErrorBodies((_body, error) => error) },
  {
    id: 'unknown-is-flat',
    isLossy: true,
    cause: 'error-envelope-flat',
    whole: (answer) =>
      answer.status === 404 && objectIn(answer.body) !== undefined
        ? { ...answer, body: JSON.stringify({ detail: 'Not Found' }) }
        : answer,
  },
  {
    id: 'error-is-page',
    isLossy: true,
    cause: 'error-envelope-absent',
    whole: (answer) =>
      answer.status >= 500
        ? { ...answer, headers: { ...answer.headers, 'content-type': 'text/html' }, body: '<h1>Bad Gateway</h1>' }
        : answer,
  },
  {
    id: 'error-of-openai',
    isLossy: true,
    cause: 'error-envelope-chat-api',
    whole: inErrorBodies((_body, error) => ({ error: inOpenAiShape(error) })),
    event: inErrorChunks((chunk, error) => ({ ...chunk, error: inOpenAiShape(error) })),
  },
  {
    id: 'error-chunk-of-openai',
    isLossy: true,
    cause: 'error-envelope-chat-api',
    event: inErrorChunks((chunk, error) => ({ ...chunk, error: inOpenAiShape(error) })),
  },
  ...['kind', 'scope', 'type', 'code', 'param', 'message'].map((field) => lackingField(field)),
  {
    id: 'error-without-two',
    cause: 'error-fields',
    whole: inErrorBodies((body, error) => ({ ...body, error: without(error, 'type', 'param') })),
    event: inErrorChunks((chunk, error) => ({ ...chunk, error: without(error, 'type', 'param') })),
  },
  {
    id: 'error-with-provider',
    cause: 'error-extra-keys',
    whole: inErrorBodies((body) => ({ ...body, provider: 'acme' })),
  },
  {
    id: 'error-with-param',
    cause: 'error-param-value',
    whole: inErrorBodies((body, error) => ({ ...body, error: { ...error, param: 'model' } })),
  },
  {
    id: 'error-with-own-code',
    isLossy: true,
    cause: 'error-code-unknown',
    whole: inErrorBodies((body, error) =>
      error.code === 'invalid_request' ? { ...body, error: { ...error, code: 'bad_input' } } : undefined,
    ),
  },
  {
    id: 'keys-forbidden',
    cause: 'status-of-code',
    whole: (answer) => (answer.status === 401 ? { ...answer, status: 403 } : answer),
  },
  {
    id: 'errors-without-id-header',
    cause: 'request-id-header',
    whole: (answer) => {
      if (answer.status < 400) return answer;
      const kept = Object.entries(answer.headers).filter(([name]) => !name.endsWith('-request-id'));
      return { ...answer, headers: Object.fromEntries(kept) };
    },
  },
];

const answerSpoils: readonly Spoil[] = [
  {
    id: 'done-behind-json',
    cause: 'json-done-appended',
    whole: (answer, { path }) =>
      path === '/v1/chat/completions' && answer.status === 200
        ? { ...answer, body: `${answer.body}\n\ndata: [DONE]\n\n` }
        : answer,
  },
  {
    id: 'other-model-named',
    cause: 'reply-model',
    whole: inBodies((body, { status }, { path }) =>
      status === 200 && path === '/v1/chat/completions' && typeof body.model === 'string'
        ? { ...body, model: 'acme/other' }
        : undefined,
    ),
    event(data) {
      const chunk = objectIn(data);
      return chunk === undefined || typeof chunk.model !== 'string'
        ? [data]
        : [JSON.stringify({ ...chunk, model: 'acme/other' })];
    },
  },
  {
    id: 'json-as-text',
    cause: 'content-type-json',
    whole: (answer) =>
      objectIn(answer.body) === undefined
        ? answer
        : { ...answer, headers: { ...answer.headers, 'content-type': 'text/plain' } },
  },
  {
    id: 'list-without-object',
    cause: 'model-list-object',
    whole: inBodies((body, _answer, { path }) => (path === '/v1/models' ? without(body, 'object') : undefined)),
  },
  ...['object', 'created', 'owned_by', 'modality', 'pricing'].map(lackingModelField),
  {
    id: 'pricing-without-three',
    isLossy: true,
    cause: 'model-fields',
    whole: inModels((model) => ({
      ...model,
      pricing: without(model.pricing as JsonObject, 'price_version', 'currency', 'rules'),
    })),
  },
];

const streamSpoils: readonly Spoil[] = [
  { id: 'no-done', cause: 'stream-done-missing', event: (data) => (isDone(data) ? [] : [data]) },
  { id: 'done-twice', cause: 'stream-done-repeated', event: (data) => (isDone(data) ? [data, data] : [data]) },
  {
    id: 'text-twice',
    cause: 'stream-text-twice',
    beyond: { 'stream.relay.same-as-json': 'a model may say a text of one or two pieces twice' },
    event: (data) => (/"content":"[^"]/.test(data) ? [data, data] : [data]),
  },
  { id: 'streams-as-text', cause: 'content-type-events', streamType: 'text/plain' },
];

/** Every way, at least one for each repair. */
export const spoils: readonly Spoil[] = [...errorSpoils, ...answerSpoils, ...streamSpoils];
