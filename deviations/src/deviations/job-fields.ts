import { type Behaviour, patch } from '@gateproof/simulator/behaviour';
import { inside, insideEach, without } from '../changes/reshape.ts';
import type { Deviation } from '../deviation.ts';
import { breaking } from './breaking.ts';

type JsonObject = Readonly<Record<string, unknown>>;
type Change = (told: JsonObject) => JsonObject;

/** Changes every Job that is told, in answers and in events. */
export function renderingJobs(change: (told: JsonObject) => JsonObject): (behaviour: Behaviour) => Behaviour {
  return patch('jobs', ({ render }) => ({ render: (view) => change(render(view)) }));
}

export const set =
  (field: string, value: unknown | ((present: unknown) => unknown)): Change =>
  (told) => ({
    ...told,
    [field]: typeof value === 'function' ? value(told[field]) : value,
  });
const setIf =
  (field: string, value: unknown): Change =>
  (told) =>
    told[field] === undefined ? told : { ...told, [field]: value };
const drop =
  (field: string): Change =>
  (told) =>
    without(told, field);
const at =
  (outer: string, change: Change): Change =>
  (told) =>
    inside(told, outer, change);
const inItems =
  (change: Change): Change =>
  (told) =>
    insideEach(told, 'output', change);
const inCost = (change: Change): Change => at('usage', (usage) => inside(usage, 'cost', change));
const inMetadata =
  (change: Change): Change =>
  (told) => {
    const name = Object.keys(told).find((field) => field.endsWith('_metadata'));
    return name === undefined ? told : inside(told, name, change);
  };
const renamedMetadata =
  (value: unknown): Change =>
  (told) => {
    const name = Object.keys(told).find((field) => field.endsWith('_metadata')) ?? 'svc_metadata';
    return value === undefined ? without(told, name) : { ...told, [name]: value };
  };

/** `job.field.<rest>`: how a field of a Job is got wrong. */
const fields: readonly (readonly [rest: string, summary: string, change: Change])[] = [
  ['id.present', 'tells no id', drop('id')],
  ['id.type', 'tells the id as a number', set('id', 7)],
  ['generation-id.present', 'tells no generation_id', drop('generation_id')],
  ['generation-id.type', 'tells the generation_id as a number', set('generation_id', 7)],
  ['object.present', 'tells no object', drop('object')],
  ['object.value', 'tells the object as task', set('object', 'task')],
  ['state.present', 'tells no state', drop('state')],
  [
    'state.known',
    'tells processing as running',
    set('state', (state: unknown) => (state === 'processing' ? 'running' : state)),
  ],
  ['modality.present', 'tells no modality', drop('modality')],
  ['modality.type', 'tells the modality as a list', set('modality', ['image'])],
  ['model.present', 'tells no model', drop('model')],
  ['model.type', 'tells the model as an object', set('model', (id: unknown) => ({ id }))],
  ['created-at.present', 'tells no created_at', drop('created_at')],
  [
    'created-at.type',
    'tells created_at in unix seconds',
    set('created_at', (value: unknown) => Math.floor(Date.parse(String(value)) / 1000)),
  ],
  ['progress.present', 'tells null as the progress of a job', set('progress', null)],
  ['progress.type', 'tells the progress as a number', set('progress', 50)],
  ['svc-metadata.present', 'tells no metadata', renamedMetadata(undefined)],
  ['svc-metadata.type', 'tells the metadata as text', renamedMetadata('none')],
  ['started-at.type', 'tells started_at in unix seconds', setIf('started_at', 1_790_000_000)],
  [
    'completed-at.type',
    'tells completed_at without a zone',
    (told) =>
      told.completed_at === undefined ? told : { ...told, completed_at: String(told.completed_at).replace('Z', '') },
  ],
  [
    'output.type',
    'tells the output as an object',
    (told) => (told.output === undefined ? told : { ...told, output: { items: told.output } }),
  ],
  ['usage.type', 'tells the usage as a number', setIf('usage', 1)],
  ['error.type', 'tells the error as text', setIf('error', 'it failed')],
  [
    'retry-of.type',
    'tells retry_of as a list',
    (told) => (told.retry_of === undefined ? told : { ...told, retry_of: [told.retry_of] }),
  ],
  ['progress-percent.type', 'tells the percentage as text', at('progress', set('percent', '50%'))],
  ['progress-percent.present', 'tells no percentage', at('progress', drop('percent'))],
  ['progress-phase.type', 'tells the phase as a number', at('progress', set('phase', 2))],
  ['progress-phase.present', 'tells no phase', at('progress', drop('phase'))],
  [
    'progress-queue-position.type',
    'tells the place in the queue as text',
    at('progress', setIf('queue_position', 'first')),
  ],
  ['output-url.type', 'tells the link as an object', inItems((item) => ({ ...item, url: { href: item.url } }))],
  [
    'output-url-expires-at.type',
    'tells the expiry in unix seconds',
    inItems((item) => ({ ...item, url_expires_at: 1_999_999_999 })),
  ],
  ['output-type.type', 'tells the type as a list', inItems((item) => ({ ...item, type: [item.type] }))],
  ['output-bytes.type', 'tells the size as text', inItems((item) => ({ ...item, bytes: String(item.bytes) }))],
  [
    'output-checksum-sha256.type',
    'tells the checksum as an object',
    inItems((item) => ({ ...item, checksum_sha256: { hex: item.checksum_sha256 } })),
  ],
  ['output-purged-at.type', 'tells purged_at as false', inItems((item) => ({ ...item, purged_at: false }))],
  ['usage-units.type', 'tells the units as a number', at('usage', set('units', 1))],
  ['usage-units.value-type', 'tells units as text', at('usage', set('units', { images: '1' }))],
  ['usage-cost.type', 'tells the cost as a number', at('usage', set('cost', 0.04))],
  [
    'usage-cost-billing-usd.type',
    'tells the price as text',
    inCost((cost) => ({ ...cost, billing_usd: String(cost.billing_usd) })),
  ],
  ['usage-cost-cost-source.type', 'tells the source as a number', inCost(set('cost_source', 1))],
  ['usage-cost-cost-status.type', 'tells the status as a boolean', inCost(set('cost_status', true))],
  ['usage-cost-price-version.type', 'tells the price version as a number', inCost(set('price_version', 3))],
  ['error-code.present', 'tells no code in the error', at('error', drop('code'))],
  ['error-code.known', 'makes up a code', at('error', set('code', 'job_failed'))],
  ['error-message.present', 'tells an empty message', at('error', set('message', ''))],
  ['error-kind.type', 'tells the kind as a number', at('error', set('kind', 5))],
  [
    'error-kind.of-code',
    'tells every failed job as terminal',
    at(
      'error',
      set('kind', (kind: unknown) => (kind === 'terminal' ? 'unknown' : 'terminal')),
    ),
  ],
  ['error-scope.type', 'tells the scope as a list', at('error', set('scope', ['route']))],
  [
    'svc-metadata-generation-id.type',
    'tells the generation id of the metadata as a number',
    inMetadata(set('generation_id', 7)),
  ],
  [
    'svc-metadata-requested-model.type',
    'tells the requested model as a list',
    inMetadata((one) => ({ ...one, requested_model: [one.requested_model] })),
  ],
  [
    'svc-metadata-retention-class.type',
    'tells the retention class as a number',
    inMetadata(set('retention_class', 30)),
  ],
  ['svc-metadata-region.type', 'tells the region as null-like object', inMetadata(set('region', {}))],
  ['svc-metadata-policy.type', 'tells the policy as text', inMetadata(set('policy', 'none'))],
  [
    'svc-metadata-generation-id.equal',
    'tells another generation id in the metadata',
    inMetadata(set('generation_id', 'gen_other')),
  ],
];

/** Ways to get the fields of a Job wrong. */
export const jobFieldDeviations: readonly Deviation[] = fields.map(([rest, summary, change]) =>
  breaking(`job.field.${rest}`, summary, renderingJobs(change)),
);
