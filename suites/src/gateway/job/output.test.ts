import type { Exchange, Header } from '@gateproof/harness';
import { expect, test } from 'vitest';
import output from './output.ts';

const rule = 'job.output.link-unexpired';

/** What is judged of a link that expires then, of a job that was completed at noon, by the answer to a read with these headers. */
function judged(url_expires_at: string, headers: readonly Header[], completed_at?: string) {
  const job = {
    ...{ id: 'job_1', object: 'job', generation_id: 'gen_1', state: 'succeeded', created_at: '2026-11-20T11:59:00Z' },
    ...(completed_at === undefined ? {} : { completed_at }),
    output: [{ url: 'https://files.test/1', url_expires_at }],
  };
  const exchange: Exchange = {
    id: 'x1',
    side: 'request',
    request: { method: 'GET', url: 'http://gateway.test/v1/jobs/job_1', headers: [], body: new Uint8Array(), atMs: 0 },
    response: { status: 200, headers, body: Buffer.from(JSON.stringify(job)), arrivals: [], headersAtMs: 1 },
    ending: 'complete',
    endedAtMs: 2,
  };
  const history = { exchanges: [exchange], prefix: 'svc', baseUrl: 'http://gateway.test', notes: {} };
  const judgements = output.flatMap((check) => ('judge' in check ? [...check.judge(history)] : []));
  return judgements.filter((judgement) => judgement.rule === rule).map(({ finding }) => finding?.observed ?? 'held');
}

const noon = '2026-11-20T12:00:00Z';
const before = '2026-11-20T11:59:30Z';
const after = '2026-11-20T12:30:00Z';
const atOne: readonly Header[] = [['Date', 'Fri, 20 Nov 2026 13:00:00 GMT']];

test.each([
  ['not over by the Date of the answer', after, [['Date', 'Fri, 20 Nov 2026 12:00:01 GMT']], noon, ['held']],
  [
    'over by the Date of the answer',
    before,
    [['Date', 'Fri, 20 Nov 2026 12:00:01 GMT']],
    noon,
    [JSON.stringify(before)],
  ],
  ['over when its job ended, without a Date', before, [], noon, [JSON.stringify(before)]],
  ['not over when its job ended, without a Date', after, [], noon, ['held']],
  ['of a job without an end, without a Date', before, [], undefined, []],
  ['of a clock that is behind, without an end', before, atOne, undefined, []],
] as const)('a link that is %s', (_words, expires, headers, completed, expected) => {
  expect(judged(expires, headers, completed)).toEqual(expected);
});
