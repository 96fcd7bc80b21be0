import { expect, test } from 'vitest';
import { sketchExchange } from '../exchange/exchange.fixture.ts';
import { Awaiting } from './awaiting.ts';
import { UnreachableError } from './reach.ts';

/** A clock that a pause moves. */
function movedClock() {
  let nowMs = 0;
  return {
    nowMs: () => nowMs,
    pause: async (delayMs: number) => {
      nowMs += delayMs;
    },
  };
}

const refused = sketchExchange({ status: 0, ending: 'refused' });
const served = sketchExchange({ status: 401 });

test.each([
  ['a refused connection', refused],
  ['a proxy without a gateway behind it', sketchExchange({ status: 503 })],
])('%s is asked again until it answers', async (_name, before) => {
  const lines: string[] = [];
  const awaiting = new Awaiting({ limitMs: 5_000, onWait: (line) => lines.push(line) }, movedClock());
  const answers = [before, before, served];
  expect(await awaiting.answer('http://gateway.test', async () => answers.shift() ?? served)).toBe(served);
  expect(lines).toEqual(['waiting up to 5 s for http://gateway.test']);
});

test('the limit ends it, with what was seen last', async () => {
  const clock = movedClock();
  expect(await new Awaiting({ limitMs: 5_000 }, clock).answer('it', async () => refused)).toBe(refused);
  expect(clock.nowMs()).toBe(5_000);
});

test('without a limit, and after the signal, it is asked once', async () => {
  let asked = 0;
  const ask = async () => {
    asked += 1;
    return refused;
  };
  await new Awaiting({ limitMs: 0 }, movedClock()).answer('it', ask);
  await new Awaiting({ limitMs: 5_000 }, movedClock(), AbortSignal.abort()).answer('it', ask);
  expect(asked).toBe(2);
});

test.each([
  ['another protocol', sketchExchange({ status: 0, ending: 'malformed' })],
  ['a certificate', { ...refused, code: 'CERT_HAS_EXPIRED' }],
])('%s is not waited for', async (_name, exchange) => {
  const clock = movedClock();
  await new Awaiting({ limitMs: 5_000 }, clock).answer('it', async () => exchange);
  expect(clock.nowMs()).toBe(0);
});

test('what throws for want of a connection is tried again, and nothing else', async () => {
  const awaiting = new Awaiting({ limitMs: 5_000 }, movedClock());
  let tries = 0;
  const open = (error: Error) => async () => {
    tries += 1;
    if (tries < 3) throw error;
    return 'open';
  };
  expect(await awaiting.opened('the testbed', open(new UnreachableError('not there')))).toBe('open');
  tries = 0;
  await expect(awaiting.opened('the testbed', open(new Error('a fault')))).rejects.toThrow('a fault');
});
