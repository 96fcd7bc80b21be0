import { expect, test } from 'vitest';
import { Disturbed } from '../check/setup-failed.ts';
import { Violation } from '../check/violation.ts';
import { disturbanceIn, isSameDisturbance } from './disturbance.ts';
import { anExchange } from './run-fixture.fixture.ts';

const otherwise = new Violation({ expected: 'a', observed: 'b' });
const exchanges = [
  anExchange({ id: 'x1' }),
  anExchange({ id: 'x2', side: 'delivery', ending: 'cut' }),
  anExchange({ id: 'x3', ending: 'timeout' }),
];
const hitting = (exchange: string, status?: 429 | 503) => new Disturbed('hit', { exchange, otherwise, status });

test.each([
  ['a request', hitting('x1'), { kind: 'request', hit: 'loss', side: 'request', ordinal: 0 }],
  [
    'a request without an answer in time',
    hitting('x3'),
    { kind: 'request', hit: 'silence', side: 'request', ordinal: 1 },
  ],
  ['a 429', hitting('x1', 429), { kind: 'request', hit: 'limit', side: 'request', ordinal: 0 }],
  ['a 503', hitting('x1', 503), { kind: 'request', hit: 'unavailable', side: 'request', ordinal: 0 }],
  ['a delivery', hitting('x2'), { kind: 'request', hit: 'loss', side: 'delivery', ordinal: 0 }],
  ['no exchange of the case', hitting(''), { kind: 'arrangement' }],
])('%s is named by its place in the case', (_what, error, disturbance) => {
  expect(disturbanceIn(error, exchanges)).toEqual(disturbance);
});

test('two disturbances are the same in the same place only', () => {
  const [request, delivery] = [disturbanceIn(hitting('x1'), exchanges), disturbanceIn(hitting('x2'), exchanges)];
  expect(isSameDisturbance(request, disturbanceIn(hitting('x1', 503), exchanges))).toBe(true);
  expect(isSameDisturbance(request, delivery)).toBe(false);
  expect(isSameDisturbance(request, { kind: 'arrangement' })).toBe(false);
  expect(isSameDisturbance({ kind: 'target-away' }, { kind: 'target-away' })).toBe(true);
});
