import type { Exchange } from '@gateproof/harness';
import { expect, test } from 'vitest';
import check from './data.equals-every-read.ts';

const item = { url: 'https://files.test/1', type: 'image', bytes: 3, checksum_sha256: 'ab' };
const job = {
  id: 'job_1',
  generation_id: 'gen_1',
  object: 'job',
  state: 'succeeded',
  modality: 'image',
  model: 'a/b',
  created_at: '2026-01-01T00:00:00Z',
  started_at: '2026-01-01T00:00:01Z',
  completed_at: '2026-01-01T00:00:02Z',
  progress: { percent: 100 },
  output: [item],
  usage: { units: { images: 1 }, cost: { billing_usd: 1, cost_status: 'estimated' } },
  svc_metadata: { generation_id: 'gen_1', requested_model: 'a/b' },
};
type Fields = Readonly<Record<string, unknown>>;

/** An event whose data differs so from the job, and a read of the job that differs so, before the event or after it. */
function judge(inEvent: Fields, inRead: Fields, when: 'before' | 'after' = 'before'): string | undefined {
  const readMs = when === 'before' ? 0 : 20;
  const body = Buffer.from(JSON.stringify({ ...job, ...inRead }));
  const event = Buffer.from(JSON.stringify({ id: 'evt_1', type: 'job.succeeded', data: { ...job, ...inEvent } }));
  const read: Exchange = {
    ...{ id: 'x1', side: 'request', ending: 'complete', endedAtMs: readMs + 2 },
    request: { method: 'GET', url: 'http://a.test/v1/jobs/job_1', headers: [], body: new Uint8Array(), atMs: readMs },
    response: { status: 200, headers: [], body, arrivals: [], headersAtMs: readMs + 1 },
  };
  const delivery: Exchange = {
    ...{ id: 'x2', side: 'delivery', ending: 'complete', endedAtMs: 12 },
    request: { method: 'POST', url: 'https://hooks.test/', headers: [], body: event, atMs: 10 },
  };
  const history = { exchanges: [read, delivery], prefix: 'svc', baseUrl: 'http://a.test', notes: {} };
  const judgements = [...check.judge(history)];
  return judgements.length === 0 ? 'nothing' : judgements[0]?.finding?.expected;
}

test.each<[string, Fields, Fields, 'before' | 'after']>([
  ['the same', {}, {}, 'before'],
  ['a cost that settles', {}, { usage: { units: { images: 1 }, cost: { billing_usd: 2 } } }, 'after'],
  ['a usage that comes later', { usage: undefined }, {}, 'after'],
  ['a started_at that comes later', {}, { started_at: undefined }, 'before'],
  ['null for what is absent', { retry_of: null }, {}, 'before'],
  ['progress', {}, { progress: { percent: 50, phase: 'archived' } }, 'after'],
  ['a fresh link', {}, { output: [{ ...item, url: 'https://files.test/2', url_expires_at: 'later' }] }, 'after'],
  ['files that were purged', {}, { output: [{ purged_at: '2026-01-02T00:00:00Z' }] }, 'after'],
  ['files that are gone', {}, { output: undefined }, 'after'],
  ['files that were gone by a later attempt', { output: undefined }, {}, 'before'],
  ['another case of a digest', {}, { output: [{ ...item, checksum_sha256: 'AB' }] }, 'before'],
  ['a message that changes', { error: { message: 'No.' } }, { error: { message: 'No, a day ago.' } }, 'after'],
  ['more fields', { age_ms: 1 }, { age_ms: 5 }, 'after'],
])('allows %s', (_what, inEvent, inRead, when) => {
  expect(judge(inEvent, inRead, when)).toBeUndefined();
});

test('a job that is read in another state is no matter of its data', () => {
  expect(judge({}, { state: 'processing' })).toBe('nothing');
});

test.each<[string, Fields, string]>([
  ['units', { usage: { units: {} } }, 'usage.units.images 1 in the data of the event, as in the read'],
  ['usage', { usage: undefined }, 'usage {"units":{"images":1}} in the data of the event, as in the read'],
  ['started_at', { started_at: undefined }, `started_at "${job.started_at}" in the data of the event, as in the read`],
  ['one of several files', { output: [item, item] }, 'output[1] nothing in the data of the event, as in the read'],
  ['message', { error: { message: 'No.' } }, 'error nothing in the data of the event, as in the read'],
  ['metadata', { svc_metadata: undefined }, expect.stringContaining('svc_metadata {') as unknown as string],
])('finds other %s in an event', (_what, inEvent, expected) => {
  expect(judge(inEvent, {})).toEqual(expected);
});
