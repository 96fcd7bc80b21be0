import { expect, test } from 'vitest';
import { drop, edit, rename, replace, retype, set, when } from './edits.ts';

const job = {
  id: 'job_1',
  usage: { cost: { usd: 1 } },
  output: [{ url: 'a' }, { url: 'b' }],
  acme_metadata: { region: 'eu' },
};

test.each([
  [drop('usage.cost'), { ...job, usage: {} }, 'no usage.cost'],
  [replace('usage.cost', 3), { ...job, usage: { cost: 3 } }, 'usage.cost as 3'],
  [replace('usage.units', 3), job, 'usage.units as 3'],
  [set('usage.units', 3), { ...job, usage: { cost: { usd: 1 }, units: 3 } }, 'usage.units as 3'],
  [retype('output[].url', 'list'), { ...job, output: [{ url: ['a'] }, { url: ['b'] }] }, 'output[].url as a list'],
  [edit('id', 'in capitals', (id) => String(id).toUpperCase()), { ...job, id: 'JOB_1' }, 'id in capitals'],
  [drop('*_metadata.region'), { ...job, acme_metadata: {} }, 'no *_metadata.region'],
  [rename('id', 'job_id'), (({ id, ...rest }) => ({ ...rest, job_id: id }))(job), 'id as job_id'],
  [when('of failed jobs', () => false, drop('id')), job, 'no id of failed jobs'],
])('%o', ({ words, change }, wanted, said) => {
  expect(change(job)).toEqual(wanted);
  expect(words).toBe(said);
});
