import { expect, test } from 'vitest';
import { eventDifferences } from './event-differences.ts';

const sent = {
  id: 'evt_1',
  type: 'job.succeeded',
  created_at: '2026-11-26T09:00:00.417Z',
  api_version: '2027-01-01',
  data: {
    id: 'job_1',
    state: 'succeeded',
    started_at: null,
    progress: { percent: 99.5, phase: ' Zoe\u0301 ' },
    output: [{ url: 'https://a.example/1', bytes: 68 }, { url: 'https://a.example/2' }],
    usage: { units: { images: 2, seconds: 0.5 }, cost: { billing_usd: 0.04 } },
    svc_metadata: { policy: ['one', 'two'] },
  },
};
const withJob = (fields: object) => ({ ...sent, data: { ...sent.data, ...fields } });

test.each([
  ['the same', sent],
  ['the id alone', { id: 'evt_1' }],
  ['further fields, and another value of one that is not documented', { ...sent, api_version: 1, source: 'hook' }],
  ['null for what was not sent', withJob({ error: null, retry_of: null, completed_at: null })],
  [
    'empty values for what was not sent',
    withJob({ error: { code: '' }, retry_of: '', started_at: '0001-01-01T00:00:00Z' }),
  ],
  ['outputs without some of their fields', withJob({ output: [{ url: 'https://a.example/1' }, {}] })],
  ['a time in another zone', { ...sent, created_at: '2026-11-26T11:00:00.417+02:00' }],
  ['a time to the second', { ...sent, created_at: '2026-11-26T09:00:00Z' }],
  ['a time to the second with zeros behind it', { ...sent, created_at: '2026-11-26T09:00:00.000000Z' }],
  ['a time of more digits', { ...sent, created_at: '2026-11-26T09:00:00.417000+00:00' }],
  ['a price as a text', withJob({ usage: { cost: { billing_usd: '0.04' } } })],
  ['units as texts', withJob({ usage: { units: { images: '2', seconds: '0.5' } } })],
  ['units in another order', withJob({ usage: { units: { seconds: 0.5, images: 2 } } })],
])('%s is no difference', (_, given) => {
  expect(eventDifferences(sent, given)).toEqual([]);
});

test.each([
  ['created_at', { ...sent, created_at: '2026-11-26T09:00:00.418Z' }],
  ['created_at', { ...sent, created_at: '2026-11-26T09:00:01Z' }],
  ['created_at', { ...sent, created_at: '2026-11-' }],
  ['data.progress.phase', withJob({ progress: { phase: ' Zo\u00eb ' } })],
  ['data.progress.phase', withJob({ progress: { phase: 'Zoe\u0301' } })],
  ['data.progress.percent', withJob({ progress: { percent: 100 } })],
  ['data.progress', withJob({ progress: null })],
  ['data.output', withJob({ output: sent.data.output.slice(0, 1) })],
  ['data.output[1].url', withJob({ output: [{}, { url: 'https://a.example/1' }] })],
  ['data.usage.units', withJob({ usage: { units: { images: 2 } } })],
  ['data.usage.units', withJob({ usage: { units: { images: 2, seconds: 1 } } })],
  ['data.usage.units', withJob({ usage: { units: { images: 2, seconds: 0.5, tokens: 3 } } })],
  ['data.svc_metadata.policy', withJob({ svc_metadata: { policy: ['two', 'one'] } })],
  ['data.retry_of', withJob({ retry_of: 'job_0' })],
])('another %s is one', (path, given) => {
  expect(eventDifferences(sent, given).map((difference) => difference.path)).toEqual([path]);
});
