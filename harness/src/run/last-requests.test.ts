import { expect, test } from 'vitest';
import type { Ending } from '../exchange/exchange.ts';
import { LastRequests } from './last-requests.ts';
import { anExchange } from './run-fixture.fixture.ts';

const sentBeforeMs = 15;

/** What became of requests, each `kind ending ms`. */
function seen(...requests: readonly string[]) {
  const last = new LastRequests();
  for (const [place, text] of requests.entries()) {
    const [kind = '', ending = '', ms] = text.split(' ');
    const id = `x${place + 1}`;
    const sent = { ...anExchange().request, atMs: Number(ms) - sentBeforeMs };
    const answered = anExchange({ id, request: sent, ending: ending as Ending, endedAtMs: Number(ms) });
    const { response: _none, ...unanswered } = answered;
    const exchange = ending === 'complete' ? answered : unanswered;
    last.take({ exchanges: [exchange], kinds: new Map([[id, ['any', kind]]]) });
  }
  return last.suspects();
}
const usual = ['usual complete 1', 'usual complete 20'];

test.each([
  ['the only one that was lost', [...usual, 'usual cut 2000'], ['x3'], 1],
  [
    'the only one that is unlike all that was answered before',
    [...usual, 'usual cut 2000', 'odd cut 2010', 'usual cut 2020'],
    ['x4'],
    3,
  ],
  ['each that is unlike', [...usual, 'odd cut 2000', 'strange cut 2001', 'usual cut 2002'], ['x3', 'x4'], 3],
  ['none of long ago', ['odd cut 1', ...usual, 'usual cut 2000'], ['x4'], 1],
  ['one that was answered just before', [...usual, 'odd complete 1990', 'usual cut 2000'], ['x3'], 2],
  ['one that was answered, where none was lost', [...usual, 'odd complete 1990'], ['x3'], 1],
])('suspects %s', (_what, requests, ids, among) => {
  const suspects = seen(...requests);
  expect([suspects?.exchanges.map(({ id }) => id), suspects?.among]).toEqual([ids, among]);
});

test('names each kind once', () => {
  expect(seen('odd cut 1', 'odd cut 2', 'strange cut 3')?.kinds).toEqual(['odd', 'strange']);
});

test.each([
  ['usual ones were answered, and none was lost', [...usual, 'usual complete 1990', 'odd refused 2000']],
  ['several usual ones were lost', [...usual, 'usual cut 2000', 'usual cut 2001']],
  ['nothing was asked', []],
])('suspects nothing where %s', (_what, requests) => {
  expect(seen(...requests)).toBeUndefined();
});
