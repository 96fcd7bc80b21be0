import { type Exchange, NotExercised } from '@gateproof/harness';
import { expect, test } from 'vitest';
import { sketchExchange } from '../../../harness/src/exchange/exchange.fixture.ts';
import { notBeyondReading } from './too-large.ts';

const stream = (ending: Exchange['ending'], ...pieces: readonly string[]) => {
  const events = pieces.map(
    (content) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`,
  );
  return sketchExchange({ body: events.join(''), ending });
};

test('the beginning of a text in a stream that is given up for its size decides nothing', () => {
  expect(() => notBeyondReading(stream('too-large', 'a', 'b'), 'abc')).toThrow(NotExercised);
});

test.each([
  ['is cut', stream('cut', 'a', 'b')],
  ['has other content', stream('too-large', 'b', 'a')],
  ['has more content', stream('too-large', 'abc', 'abc')],
  ['goes on after all of it', stream('too-large', 'abc')],
  ['has none', stream('too-large')],
])('a stream that %s is judged', (_what, exchange) => {
  expect(() => notBeyondReading(exchange, 'abc')).not.toThrow();
});
