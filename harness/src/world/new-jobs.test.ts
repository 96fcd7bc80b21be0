import { expect, test } from 'vitest';
import type { Exchange } from '../exchange/exchange.ts';
import { anExchange } from '../run/run-fixture.fixture.ts';
import { NewJobs } from './new-jobs.ts';

function answered(status: number, body: unknown): Exchange {
  const response = { status, headers: [], body: Buffer.from(JSON.stringify(body)), arrivals: [], headersAtMs: 1 };
  return { ...anExchange({ ending: 'complete' }), response };
}

const notFound = answered(404, { error: { code: 'job_not_found' } });
const found = answered(200, { id: 'job_1', state: 'queued' });

/** New jobs on a clock that moves with pauses alone; reads are answered in turn, the last again and again. */
function newJobs(...answers: readonly Exchange[]) {
  let nowMs = 0;
  let reads = 0;
  const clock = {
    nowMs: () => nowMs,
    async pause(delayMs: number) {
      nowMs += delayMs;
    },
  };
  const jobs = new NewJobs(clock);
  const read = (id: string) =>
    jobs.read(id, async () => {
      reads += 1;
      return answers[Math.min(reads, answers.length) - 1] ?? found;
    });
  return { jobs, read, reads: () => reads, pause: clock.pause, nowMs: () => nowMs };
}

test('a job that was given a moment ago is read again until it is found', async () => {
  const { jobs, read, reads } = newJobs(notFound, notFound, found);
  jobs.note(answered(202, { id: 'job_1' }));
  expect((await read('job_1')).response?.status).toBe(200);
  expect(reads()).toBe(3);
});

test('a job that can not be read in its first second is not found', async () => {
  const { jobs, read, nowMs } = newJobs(notFound);
  jobs.note(answered(202, { id: 'job_1' }));
  expect((await read('job_1')).response?.status).toBe(404);
  expect(nowMs()).toBeGreaterThan(1_000);
  expect(nowMs()).toBeLessThan(1_200);
});

test('an answer that shows the same job again makes it no newer', async () => {
  const { jobs, read, reads, pause } = newJobs(notFound);
  jobs.note(answered(202, { id: 'job_1' }));
  await pause(1_500);
  jobs.note(answered(202, { id: 'job_1' }));
  await read('job_1');
  expect(reads()).toBe(1);
});

test('a job that nobody was given, or that was refused, is read once', async () => {
  const { jobs, read, reads } = newJobs(notFound);
  jobs.note(answered(400, { id: 'job_1' }));
  await read('job_1');
  await read('job_2');
  expect(reads()).toBe(2);
});
