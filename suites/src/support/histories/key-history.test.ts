import { expect, test } from 'vitest';
import { type KeyAnswer, keyHistory } from './key-history.ts';
import { smallestContradiction } from './linearizability.ts';

const request = (command: string, answer: KeyAnswer | string, beganAtMs: number, endedAtMs: number) => ({
  command,
  answer: answer === 'conflict' ? ('conflict' as const) : { identity: String(answer) },
  beganAtMs,
  endedAtMs,
});
const contradiction = (...history: readonly ReturnType<typeof request>[]) => smallestContradiction(history, keyHistory);

test('the body that comes first is served, and every other refused', () => {
  expect(contradiction(request('a', 'job_1', 0, 9), request('b', 'conflict', 1, 8))).toBeUndefined();
  expect(contradiction(request('a', 'conflict', 0, 9), request('b', 'job_1', 1, 8))).toBeUndefined();
  expect(contradiction(request('a', 'job_1', 0, 9), request('a', 'job_1', 20, 21))).toBeUndefined();
});

test('two bodies that are both served contradict each other, at the same time or not', () => {
  const first = request('a', 'job_1', 0, 9);
  for (const other of [request('b', 'job_2', 1, 8), request('b', 'job_1', 20, 21)])
    expect(contradiction(first, request('a', 'job_1', 2, 3), other, request('b', 'conflict', 30, 31))).toHaveLength(2);
});

test('a second job for the same body contradicts the first', () => {
  const history = [request('a', 'job_1', 0, 9), request('b', 'conflict', 10, 11), request('a', 'job_2', 12, 13)];
  expect(contradiction(...history)).toEqual([history[0], history[2]]);
});
