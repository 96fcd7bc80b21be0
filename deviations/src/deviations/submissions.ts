import { patch } from '@gateproof/simulator/behaviour';
import type { Deviation } from '../deviation.ts';
import { breaking } from './breaking.ts';

/** Only for requests that carry none of a conversation's fields. */
const isSubmission = (body: Readonly<Record<string, unknown>>) => body.messages === undefined;

const wrongTypes: readonly (readonly [rest: string, field: string])[] = [
  ['models.type', 'models'],
  ['retry-of.type', 'retry_of'],
  ['provider.type', 'provider'],
];

/** Ways to get submissions of jobs wrong. */
export const submissionDeviations: readonly Deviation[] = [
  breaking('media.create.image', 'answers submissions with 200', patch('jobs', { submittedStatus: 200 })),
  breaking('media.create.not-waiting', 'waits for the end of the job', patch('jobs', { submissionWaitMs: 20_000 })),
  ...wrongTypes.map(([rest, field]) =>
    breaking(
      `media.body.${rest}`,
      `takes any ${field}`,
      patch('bodies', ({ fieldTypes }) => {
        const { [field]: _left, ...others } = fieldTypes;
        return { fieldTypes: others };
      }),
    ),
  ),
  breaking(
    'media.body.models.item-type',
    'takes models of any kind',
    patch('bodies', ({ fieldTypes }) => ({ fieldTypes: { ...fieldTypes, models: 'array' as const } })),
  ),
  breaking(
    'media.refusal.names-wrong-field',
    'names no field in refusals',
    patch('bodies', { messageFor: () => 'The request is invalid.' }),
  ),
  breaking(
    'media.forward.image-inputs:trim',
    'trims the inputs',
    patch('routing', ({ upstreamBody }) => ({
      upstreamBody(body, model, serviceField) {
        const sent = upstreamBody(body, model, serviceField);
        return isSubmission(body) && typeof sent.prompt === 'string'
          ? { ...sent, prompt: sent.prompt.trim().replace(/\s+/g, ' ') }
          : sent;
      },
    })),
  ),
  breaking(
    'media.forward.image-inputs:ascii',
    'drops what is not ASCII',
    patch('routing', ({ upstreamBody }) => ({
      upstreamBody(body, model, serviceField) {
        const sent = upstreamBody(body, model, serviceField);
        return isSubmission(body) && typeof sent.prompt === 'string'
          ? { ...sent, prompt: sent.prompt.replace(/[^ -~]/g, '?') }
          : sent;
      },
    })),
  ),
  breaking(
    'media.forward.transcription-inputs',
    'keeps the audio URL to itself',
    patch('routing', ({ upstreamBody }) => ({
      upstreamBody(body, model, serviceField) {
        const { audio_url: _url, ...sent } = upstreamBody(body, model, serviceField) as { audio_url?: unknown };
        return sent;
      },
    })),
  ),
  breaking(
    'media.failure.unauthorized',
    'tells a refused gateway as unavailable in jobs',
    patch('jobs', {
      errorOf: (error) => (error.code === 'provider_unauthorized' ? { ...error, code: 'provider_unavailable' } : error),
    }),
  ),
  breaking(
    'media.failure.payment-required',
    'tells an unpaid endpoint as unavailable in jobs',
    patch('jobs', {
      errorOf: (error) =>
        error.code === 'provider_payment_required' ? { ...error, code: 'provider_unavailable' } : error,
    }),
  ),
  breaking(
    'media.failure.empty',
    'tells empty answers as unavailable in jobs',
    patch('jobs', {
      errorOf: (error) =>
        error.code === 'provider_empty_response' ? { ...error, code: 'provider_unavailable' } : error,
    }),
  ),
  breaking(
    'media.failure.unavailable',
    "tells every failed job as the gateway's own",
    patch('jobs', { errorOf: (error) => ({ ...error, code: 'internal_error' }) }),
  ),
  breaking(
    'media.failure.moderation',
    'tells refused content as unauthorized endpoints',
    patch('jobs', {
      errorOf: (error) => (error.code === 'moderation_refused' ? { ...error, code: 'provider_unauthorized' } : error),
    }),
  ),
  breaking(
    'media.failure.timeout',
    "tells silent endpoints as the gateway's own failure",
    patch('jobs', {
      errorOf: (error) => (error.code === 'upstream_timeout' ? { ...error, code: 'internal_error' } : error),
    }),
  ),
  breaking(
    'media.create.model-echoed',
    'tells another model',
    patch('jobs', ({ render }) => ({ render: (view) => ({ ...render(view), model: 'gateproof/other' }) })),
  ),
  breaking(
    'media.create.own-id',
    'gives every job one generation id',
    patch('jobs', ({ render }) => ({ render: (view) => ({ ...render(view), generation_id: 'gen_shared' }) })),
  ),
];
