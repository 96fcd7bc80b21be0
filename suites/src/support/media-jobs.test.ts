import type { Exchange } from '@gateproof/harness';
import { expect, test } from 'vitest';
import { notRefusedAtSubmission } from './media-jobs.ts';

const error = { code: 'provider_unavailable', kind: 'unavailable', message: 'no endpoint served' };

function answered(status: number, body: object): Exchange {
  return {
    id: 'x1',
    side: 'request',
    request: { method: 'POST', url: 'http://gateway.test/v1/images/generations', headers: [], atMs: 0 },
    response: { status, headers: [], body: Buffer.from(JSON.stringify(body)), arrivals: [], headersAtMs: 1 },
    ending: 'complete',
    endedAtMs: 2,
  } as unknown as Exchange;
}

test('a submission that is refused for its endpoint has no job', () => {
  expect(() => notRefusedAtSubmission(answered(502, { error }))).toThrow('there is no job');
});

test('a job that has failed already when it is answered is a job', () => {
  const job = { id: 'job_1', object: 'job', state: 'failed', error };
  expect(() => notRefusedAtSubmission(answered(202, job))).not.toThrow();
});
