import { expect, test } from 'vitest';
import { Disturbed } from '../check/setup-failed.ts';
import { Violation } from '../check/violation.ts';
import { startRunClock } from '../clock/run-clock.ts';
import { retryAfterTargetRestart } from './retry-after-target-restart.ts';
import { type Attempt, endOf } from './run-case.ts';
import { aTarget } from './run-fixture.fixture.ts';

const clock = startRunClock();
const broke = new Violation({ expected: 'a job', observed: '404' });
const seen = (error?: Error): Attempt => ({
  end: error === undefined ? { kind: 'held' } : endOf(error),
  caution: undefined,
  exchanges: [],
  durationMs: 1,
  thrown: error,
  disturbance: error instanceof Disturbed ? { error, ordinal: 0 } : undefined,
});

/** A target whose death is the test's to bring about. */
function mortal() {
  let deaths = 0;
  let revived = 0;
  const alive = async () => {
    revived += 1;
    return true;
  };
  const sheltered = retryAfterTargetRestart(aTarget({ deaths: () => deaths, alive }), clock);
  const die = () => {
    deaths += 1;
  };
  return { sheltered, die, revived: () => revived };
}

test('a target that was not started by the harness is left to the others', () => {
  const attempt = async () => seen();
  expect(retryAfterTargetRestart(aTarget(), clock)(attempt)).toBe(attempt);
});

test('what a case saw while the target ended is disturbed, and is tried again once the target runs', async () => {
  const { sheltered, die, revived } = mortal();
  let count = 0;
  const attempt = sheltered(async () => {
    count += 1;
    if (count > 1) return seen();
    die();
    return seen(broke);
  });
  const first = await attempt();
  expect(first.end.kind).toBe('disturbed');
  expect(first.disturbance?.error.message).toBe('the target ended in the middle of the case');
  expect((await attempt()).end.kind).toBe('held');
  expect(revived()).toBe(1);
});

test('a break while the target runs stays a break', async () => {
  const { sheltered } = mortal();
  expect((await sheltered(async () => seen(broke))()).end.kind).toBe('broke');
});

test('a request that is lost in the company of others is not held against it; alone it is', async () => {
  const { sheltered, die } = mortal();
  const lost = new Disturbed('the connection was lost', { exchange: 'x1', otherwise: broke });
  const attempt = sheltered(async () => {
    die();
    return seen(lost);
  });
  const [beside, alone] = [await attempt(), await attempt()];
  expect(beside.disturbance?.error).not.toBe(lost);
  expect(alone.disturbance).toEqual({ error: lost, ordinal: 0 });
});
