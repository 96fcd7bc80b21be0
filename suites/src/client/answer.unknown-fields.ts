import type { ClientCheck } from '../support/client/define-client-check.ts';
import { chunk, completion, event, jobBody, modelBody, streamOfPieces } from '../support/client/replies.ts';
import { chatHeard, isIn, jobHeard, says, streamHeard, tolerates } from '../support/client/tolerates.ts';

const extra = { new_field: { deep: [1, { a: null }] }, warnings: ['new'], beta: true, data: [] };
/** Unknown fields in the objects within a job. */
const inner = {
  progress: { percent: 100, phase: 'succeeded', queue_position: 0, eta: 'now' },
  output: [{ url: 'https://files.example.com/1', type: 'image/png', width: 64, ...extra }],
  usage: {
    units: { images: 1 },
    cost: { billing_usd: 1, cost_source: 'a', cost_status: 'final', price_version: '1', discount: 0 },
    more: extra,
  },
  svc_metadata: {
    generation_id: 'gen_1',
    requested_model: 'acme/painter',
    retention_class: 'standard',
    region: 'eu',
    policy: [],
    zone: 'new',
  },
};
const unknownFields = tolerates('client.answer.unknown-fields', 'unknown fields', {
  'a completion': chatHeard(
    completion('fine', {
      ...extra,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'fine', annotations: [], reasoning: 'why', refusal: null },
          finish_reason: 'stop',
          extra: null,
        },
      ],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2, details: { cached: 0 }, other: 'x' },
    }),
  ),
  'a chunk': {
    op: 'chat_stream',
    answer: {
      events: [
        ...streamOfPieces(['fine']).slice(0, 1),
        event({ ...chunk('fine'), ...extra, service: 'new' }),
        event({ ...chunk(undefined, 'stop'), ...extra }),
        'data: [DONE]\n\n',
      ],
    },
    hears: says('fine'),
  },
  'the delta of a chunk': streamHeard(
    event({ ...chunk(undefined), choices: [{ index: 0, delta: { role: 'assistant', content: '', refusal: null } }] }),
    event({ ...chunk(undefined), choices: [{ index: 0, delta: { content: 'fine', reasoning: 'why', extra: [] } }] }),
    event(chunk(undefined, 'stop')),
  ),
  'the objects of a job': jobHeard(jobBody('succeeded', inner)),
  'the pricing of a model': {
    op: 'get_model',
    answer: {
      body: modelBody('acme/talker', {
        pricing: { price_version: '1', currency: 'USD', rules: [{ per: 'new' }], discount: null, ...extra },
      }),
    },
    hears: (answer) => answer.ok && answer.result.id === 'acme/talker',
  },
  'a job': jobHeard(jobBody('processing', { ...extra, progress: { percent: 3, eta: 'soon', deep: {} } })),
  'a job that is waited for': jobHeard(jobBody('succeeded', extra), 'wait_job'),
  'a job as accepted': {
    op: 'create_image',
    answer: { status: 202, body: jobBody('queued', extra) },
    hears: isIn('queued'),
  },
  'a model': {
    op: 'get_model',
    answer: { body: modelBody('acme/talker', extra) },
    hears: (answer) => answer.ok && answer.result.id === 'acme/talker',
  },
  'a model list': {
    op: 'list_models',
    answer: { body: { object: 'list', ...extra, data: [modelBody('acme/talker', extra)], has_more: true, next: 'x' } },
    hears: (answer) => answer.ok && JSON.stringify(answer.result.ids) === '["acme/talker"]',
  },
});

const openWords = {
  modality: 'hologram',
  progress: { percent: 1, phase: 'dreaming', queue_position: 0 },
  usage: {
    units: { dreams: 3 },
    cost: { billing_usd: 1, cost_source: 'stars', cost_status: 'maybe', price_version: 'z' },
  },
  output: [{ url: 'https://files.example.com/1', type: 'model/gltf-binary', bytes: 1, checksum_sha256: 'ab' }],
  svc_metadata: {
    generation_id: 'gen_1',
    requested_model: 'acme/painter',
    retention_class: 'eternal',
    region: 'moon',
    policy: ['new'],
  },
};
const unknownValues = tolerates('client.answer.unknown-values', 'unknown words', {
  'a job': jobHeard(jobBody('succeeded', openWords)),
  'a job that is waited for': jobHeard(jobBody('succeeded', openWords), 'wait_job'),
  'a job as accepted': {
    op: 'create_image',
    answer: { status: 202, body: jobBody('queued', openWords) },
    hears: isIn('queued'),
  },
  'the finish reason of a stream': streamHeard(event(chunk('fine')), event(chunk(undefined, 'tired'))),
  'the finish reason of a chat': chatHeard(
    completion('fine', {
      choices: [{ index: 0, message: { role: 'assistant', content: 'fine' }, finish_reason: 'tired' }],
    }),
  ),
});

/** What a client must tolerate in answers that say more than it knows (Versioning, 4). */
const tolerance: readonly ClientCheck[] = [unknownFields, unknownValues];
export default tolerance;
