import { expect, test } from 'vitest';
import { Disturbed } from '../check/setup-failed.ts';
import type { Ending } from '../exchange/exchange.ts';
import type { Disturbance } from './disturbance.ts';
import { disturbedAttempt } from './disturbed-attempt.ts';
import { RequestLog } from './request-log.ts';
import { anAttempt, anExchange } from './run-fixture.fixture.ts';

const log = new RequestLog();
const away: Disturbance = { kind: 'target-away' };

function attempt(of: Disturbance, endings: readonly Ending[]) {
  const error = new Disturbed('hit', { exchange: '', otherwise: new Error('no'), retryAfterMs: 7 });
  const exchanges = endings.map((ending, index) => anExchange({ id: `x${index}`, ending }));
  return anAttempt({ disturbance: { error, of }, exchanges });
}

test.each<[string, readonly Ending[], string | undefined]>([
  ['the request under way when the target went', ['complete', 'cut', 'refused'], 'x1'],
  ['the first of several', ['complete', 'cut', 'cut'], 'x1'],
  ['the last that was answered, where none was under way', ['complete', 'complete', 'refused'], 'x1'],
  ['none, where the target was not there at all', ['refused'], undefined],
])('to blame is %s', (_what, endings, id) => {
  expect(disturbedAttempt(attempt(away, endings), true, log)?.culprit?.exchange.id).toBe(id);
});

test('an attempt is described by what hit it, and what nothing hit is not described', () => {
  const described = disturbedAttempt(attempt({ kind: 'arrangement' }, ['cut']), true, log);
  expect(described).toEqual({ of: { kind: 'arrangement' }, wasAlone: true, retryAfterMs: 7, isLasting: false });
  expect(disturbedAttempt(anAttempt(), false, log)).toBeUndefined();
});
