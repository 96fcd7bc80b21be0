import { expect, test } from 'vitest';
import { all, append, drop, edit, fill, rename, replace, retype, set, when } from './fields.ts';
import { copy, everyTime, shift } from './texts.ts';

const job = {
  id: 'job_1',
  created_at: '2026-11-01T00:00:00.000Z',
  usage: { cost: { usd: 1 } },
  output: [{ url: 'a' }, { url: 'b' }],
  acme_metadata: { region: 'eu' },
};

const { output: _output, ...unmade } = job;

test.each([
  [drop('usage.cost'), { ...job, usage: {} }, 'no usage.cost'],
  [replace('usage.cost', 3), { ...job, usage: { cost: 3 } }, 'usage.cost as 3'],
  [replace('usage.units', 3), job, 'usage.units as 3'],
  [set('usage.units', 3), { ...job, usage: { cost: { usd: 1 }, units: 3 } }, 'usage.units as 3'],
  [retype('output[].url', 'list'), { ...job, output: [{ url: ['a'] }, { url: ['b'] }] }, 'output[].url as a list'],
  [edit('id', 'in capitals', (id) => String(id).toUpperCase()), { ...job, id: 'JOB_1' }, 'id in capitals'],
  [drop('*_metadata.region'), { ...job, acme_metadata: {} }, 'no *_metadata.region'],
  [rename('id', 'job_id'), (({ id, ...rest }) => ({ ...rest, job_id: id }))(job), 'id as job_id'],
  [append('id', '0'), { ...job, id: 'job_10' }, 'id with 0 behind it'],
  [fill('id', null), job, 'id as null where there is none'],
  [fill('error', null), { ...job, error: null }, 'error as null where there is none'],
  [all(append('id', '0'), drop('output')), { ...unmade, id: 'job_10' }, 'id with 0 behind it and no output'],
  [shift('created_at', -1_000), { ...job, created_at: '2026-10-31T23:59:59.000Z' }, 'created_at 1000 ms too early'],
  [copy('started_at', 'completed_at'), job, 'started_at as completed_at'],
  [copy('started_at', 'created_at'), { ...job, started_at: job.created_at }, 'started_at as created_at'],
  [everyTime('as now', () => 'now'), { ...job, created_at: 'now' }, 'times as now'],
  [when('of failed jobs', () => false, drop('id')), job, 'no id of failed jobs'],
])('%o', ({ words, change }, wanted, said) => {
  expect(change(job)).toEqual(wanted);
  expect(words).toBe(said);
});
