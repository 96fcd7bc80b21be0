import { expect, test } from 'vitest';
import { type JobCommand, jobHistory } from './job-history.ts';
import { smallestContradiction } from './linearizability.ts';

const request = (command: JobCommand, answer: string, beganAtMs: number, endedAtMs: number) => ({
  command,
  answer,
  beganAtMs,
  endedAtMs,
});
const contradiction = (...history: readonly ReturnType<typeof request>[]) => smallestContradiction(history, jobHistory);

test('a cancel and the end of the work at the same time have one winner, whichever it is', () => {
  const looking = request('read', 'processing', 0, 1);
  const canceled = [request('cancel', 'canceled', 2, 9), request('read', 'canceled', 10, 11)];
  const late = [request('cancel', 'refused', 2, 9), request('read', 'succeeded', 10, 11)];
  const pending = [request('cancel', 'processing', 2, 9), request('read', 'queued', 10, 11)];
  for (const rest of [canceled, late, pending]) expect(contradiction(looking, ...rest)).toBeUndefined();
  expect(contradiction(...pending, request('cancel', 'refused', 12, 13))).toBeUndefined();
  expect(contradiction(...pending, request('read', 'succeeded', 12, 13))).toBeUndefined();
});

test('cancels that overlap may all be accepted', () => {
  expect(contradiction(request('cancel', 'canceled', 0, 9), request('cancel', 'canceled', 1, 8))).toBeUndefined();
});

test('a refused cancel of a job that goes on contradicts its reads', () => {
  const refused = request('cancel', 'refused', 0, 1);
  const goesOn = request('read', 'processing', 2, 3);
  expect(contradiction(refused, goesOn)).toEqual([refused, goesOn]);
});

test('a cancel that is accepted once the job was seen to have succeeded contradicts that', () => {
  const seen = request('read', 'succeeded', 0, 1);
  const accepted = request('cancel', 'canceled', 2, 3);
  expect(contradiction(request('read', 'processing', 0, 1), seen, accepted)).toEqual([seen, accepted]);
});

test('two ends contradict each other, and so do one that nobody asked for and a read before the end that comes after it', () => {
  expect(contradiction(request('read', 'failed', 0, 1), request('read', 'succeeded', 2, 3))).toHaveLength(2);
  expect(contradiction(request('read', 'canceled', 0, 1))).toHaveLength(1);
  expect(contradiction(request('read', 'failed', 0, 1), request('read', 'processing', 2, 3))).toHaveLength(2);
});
