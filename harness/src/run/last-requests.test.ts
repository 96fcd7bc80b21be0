import { expect, test } from 'vitest';
import type { Ending } from '../exchange/exchange.ts';
import { LastRequests } from './last-requests.ts';
import { anExchange } from './run-fixture.fixture.ts';

/** What became of requests, each `kind ending ms`. */
function seen(...requests: readonly string[]) {
  const last = new LastRequests();
  for (const [place, text] of requests.entries()) {
    const [kind = '', ending = '', ms] = text.split(' ');
    const id = `x${place + 1}`;
    const exchange = anExchange({ id, ending: ending as Ending, endedAtMs: Number(ms) });
    last.take({ exchanges: [exchange], kinds: new Map([[id, ['any', kind]]]) });
  }
  return last;
}
const served = (kind: string) => (kind === 'usual' ? 9 : 0);

test.each([
  ['the only one', ['usual complete 1', 'usual cut 2000'], ['x2'], 1],
  ['the only one that is unlike all that was served', ['usual cut 2000', 'odd cut 2010', 'usual cut 2020'], ['x2'], 3],
  ['each that is unlike', ['odd cut 2000', 'strange cut 2001', 'usual cut 2002'], ['x1', 'x2'], 3],
  ['none of long ago', ['odd cut 1', 'usual cut 2000'], ['x2'], 1],
])('suspects %s', (_what, requests, ids, among) => {
  const suspects = seen(...requests).suspects(served);
  expect([suspects?.exchanges.map(({ id }) => id), suspects?.among]).toEqual([ids, among]);
});

test('names each kind once', () => {
  expect(seen('odd cut 1', 'odd cut 2', 'strange cut 3').suspects(served)?.kinds).toEqual(['odd', 'strange']);
});

test.each([
  ['none was lost', ['usual complete 1', 'odd refused 2']],
  ['several usual ones were lost', ['usual cut 1', 'usual cut 2']],
])('suspects nothing where %s', (_what, requests) => {
  expect(seen(...requests).suspects(served)).toBeUndefined();
});
