import { expect, test } from 'vitest';
import { backoffEvidence, type FailingCall } from './backoff-evidence.ts';

/** The same call some times. */
const calls = (count: number, gapsMs: readonly number[], turnMs = 5): readonly FailingCall[] =>
  Array.from({ length: count }, () => ({ gapsMs, turnMs }));

test('nothing shows nothing', () => {
  expect(backoffEvidence([])).toEqual({ waits: false, grows: false });
});

test('one call with clear waits that grow is enough', () => {
  expect(backoffEvidence(calls(1, [110, 200, 400]))).toEqual({ waits: true, grows: true });
});

test('one call with short waits is not: a busy machine may have stretched them', () => {
  expect(backoffEvidence(calls(1, [30, 40, 60]))).toEqual({ waits: false, grows: false });
  expect(backoffEvidence(calls(6, [30, 40, 60]))).toEqual({ waits: true, grows: true });
});

test('jitter makes some later waits shorter', () => {
  expect(backoffEvidence([...calls(10, [300, 100, 20]), ...calls(2, [100, 200, 400])]).grows).toBe(true);
});

test('a client whose waits shrink in all calls but one shows no backoff', () => {
  expect(backoffEvidence([...calls(11, [200, 100, 50]), ...calls(1, [100, 100, 100])]).grows).toBe(false);
});

test('a client that sends at once is not excused by some stretched gaps', () => {
  expect(backoffEvidence([...calls(10, [2, 2, 2]), ...calls(1, [400, 500, 600]), ...calls(2, [40, 50, 60])])).toEqual({
    waits: false,
    grows: true,
  });
});

test('a client that begins its calls late waits as long as its gaps say', () => {
  expect(backoffEvidence(calls(3, [200, 400, 800], 200))).toEqual({ waits: true, grows: true });
});

test('gaps no longer than a turn are no waits', () => {
  expect(backoffEvidence(calls(12, [150, 150, 150], 150)).waits).toBe(false);
});

test('the waits of a client that lets time pass between its calls count all the same', () => {
  expect(backoffEvidence(calls(2, [400, 400, 400], 1_000)).waits).toBe(true);
});

test('each retry counts for itself', () => {
  expect(backoffEvidence(calls(12, [100, 200, 3]))).toEqual({ waits: false, grows: false });
});
