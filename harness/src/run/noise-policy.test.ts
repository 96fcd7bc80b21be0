import { expect, test } from 'vitest';
import type { Disturbance } from './disturbance.ts';
import type { DisturbedAttempt } from './disturbed-attempt.ts';
import { type NoiseFacts, nextStep } from './noise-policy.ts';
import { anExchange } from './run-fixture.fixture.ts';

const facts: NoiseFacts = {
  canSlowDown: true,
  mayRunAlone: true,
  proofs: { silence: 0, loss: 0, arrangement: 0 },
};

type Hit = Extract<Disturbance, { kind: 'request' }>['hit'];

function hit(how: Hit, fields: Partial<DisturbedAttempt> & { readonly ordinal?: number } = {}): DisturbedAttempt {
  const { ordinal = 0, ...rest } = fields;
  const of = { kind: 'request', hit: how, side: 'request', ordinal } as const;
  return { of, wasAlone: false, retryAfterMs: 0, isLasting: false, ...rest };
}

const times = (count: number, attempt: DisturbedAttempt) => Array.from({ length: count }, () => attempt);
const alone = { wasAlone: true };

test('a case that is hit once runs again beside the others, one that is hit again alone', () => {
  expect(nextStep([hit('loss')], facts)).toMatchObject({ do: 'again', alone: false, pauseMs: 0 });
  expect(nextStep(times(2, hit('loss')), facts)).toMatchObject({ do: 'again', alone: true, slowly: false });
});

test.each<[Hit, number]>([
  ['loss', 3],
  ['silence', 3],
  ['unavailable', 3],
  ['limit', 4],
])('%s of the same request counts after %i in a row, the last in a case that ran alone', (how, count) => {
  const before = times(count - 2, hit(how));
  expect(nextStep([...before, hit(how, alone)], facts)).toMatchObject({ do: 'again' });
  expect(nextStep([...before, hit(how), hit(how, alone)], facts)).toMatchObject({ do: 'count' });
  expect(nextStep(times(count, hit(how)), facts)).toMatchObject({ do: 'again', alone: true });
});

test('another request that is hit each time proves nothing, and the case is given up at last', () => {
  const elsewhere = Array.from({ length: 8 }, (_, ordinal) => hit('loss', { ...alone, ordinal }));
  for (let count = 1; count < 8; count += 1) expect(nextStep(elsewhere.slice(0, count), facts).do).toBe('again');
  expect(nextStep(elsewhere, facts).do).toBe('give-up');
});

test('a 503 counts only if a plain request is served, unless all requests of the kind have always met with it', () => {
  expect(nextStep(times(3, hit('unavailable', alone)), facts)).toEqual({ do: 'count', ifServed: true });
  expect(nextStep([hit('unavailable', { isLasting: true })], facts)).toEqual({ do: 'count', ifServed: false });
  expect(nextStep(times(3, hit('loss', alone)), facts)).toEqual({ do: 'count', ifServed: false });
});

test('the wait that a target asks for is its own case’s, for a limit everybody’s', () => {
  const asked = { retryAfterMs: 30_000 };
  expect(nextStep([hit('unavailable', asked)], facts)).toMatchObject({ pauseMs: 30_000, silenceMs: 0 });
  expect(nextStep(times(2, hit('unavailable', asked)), facts)).toMatchObject({ pauseMs: 30_000, silenceMs: 1_100 });
  expect(nextStep([hit('limit', asked)], facts)).toMatchObject({ pauseMs: 10_000, silenceMs: 0 });
  expect(nextStep(times(2, hit('limit', asked)), facts)).toMatchObject({ pauseMs: 0, silenceMs: 30_000 });
});

test('a longer wait than a run grants is never held against the target, nor waited for again and again', () => {
  const hour = hit('limit', { ...alone, retryAfterMs: 3_600_000 });
  expect(nextStep(times(2, hour), facts)).toMatchObject({ do: 'again', silenceMs: 65_000 });
  expect(nextStep(times(3, hour), facts)).toEqual({ do: 'give-up' });
});

test('a limit is never held against a target when no case may run alone any more', () => {
  const tired = { ...facts, mayRunAlone: false };
  for (let count = 1; count < 7; count += 1) {
    expect(nextStep(times(count, hit('limit')), tired)).toMatchObject({ do: 'again', alone: false });
  }
  expect(nextStep([...times(7, hit('limit')), hit('limit', alone)], tired).do).toBe('give-up');
});

test('the last attempt at a case that is refused for too many requests is made alone, after the wait that was asked for', () => {
  const tired = { ...facts, mayRunAlone: false };
  const last = nextStep(times(7, hit('limit', { retryAfterMs: 20_000 })), tired);
  expect(last).toMatchObject({ do: 'again', alone: true, slowly: true, silenceMs: 20_000 });
  expect(nextStep(times(7, hit('silence')), tired)).toMatchObject({ do: 'count' });
});

test('where requests can not be slowed down, whatever is hit three times in a row counts', () => {
  expect(nextStep(times(3, hit('limit')), { ...facts, canSlowDown: false })).toEqual({ do: 'count', ifServed: false });
});

test('silence and a lost testbed that have proved to be lasting five times count at once', () => {
  const proofs = { silence: 5, loss: 0, arrangement: 5 };
  expect(nextStep([hit('silence')], { ...facts, proofs }).do).toBe('count');
  const lost = { ...hit('loss'), of: { kind: 'arrangement' } } as const;
  expect(nextStep([lost], { ...facts, proofs }).do).toBe('count');
  expect(nextStep([lost], facts)).toMatchObject({ do: 'again', alone: false });
});

function away(wasAlone: boolean, ordinal: number | undefined): DisturbedAttempt {
  const culprit = ordinal === undefined ? {} : { culprit: { exchange: anExchange({ id: `x${ordinal}` }), ordinal } };
  return { of: { kind: 'target-away' }, wasAlone, retryAfterMs: 0, isLasting: false, ...culprit };
}

test('a case in which the target went away runs alone from then on, after ever more probes', () => {
  expect(nextStep([away(false, 2)], facts)).toMatchObject({ do: 'again', alone: true, probes: 0 });
  expect(nextStep([away(false, 2), away(true, 2)], facts)).toMatchObject({ do: 'again', alone: true, probes: 1 });
});

test('the request after which the target is gone twice is to blame', () => {
  const step = nextStep([away(false, 0), away(true, 2), away(true, 2)], facts);
  expect(step).toMatchObject({ do: 'blame', culprit: { id: 'x2' } });
});

test('a target that is gone after another request each time is given up, and no request blamed', () => {
  const attempts = [away(false, 4), away(true, 4), away(true, 3)];
  expect(nextStep(attempts, facts)).toMatchObject({ do: 'again', probes: 2 });
  expect(nextStep([...attempts, away(true, 2)], facts)).toEqual({ do: 'give-up' });
  expect(nextStep([away(true, undefined), away(true, undefined)], facts).do).toBe('again');
});
