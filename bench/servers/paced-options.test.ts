import { createSimulator } from '@gateproof/simulator';
import { expect, test } from 'vitest';
import { defaultKey, eventsOf, streamBody } from '../load.ts';
import { type Pace, pacedTokens, tokenPieces } from './pace.ts';
import { pacedOptions } from './paced-options.ts';

/** The pieces in which a stream's body arrives, up to so many. */
async function piecesOf(pace: Pace, most: number): Promise<readonly string[]> {
  const simulator = createSimulator(pacedOptions[pace]);
  const { body } = await simulator.fetch('http://x.test/v1/chat/completions', {
    method: 'POST',
    headers: { authorization: `Bearer ${defaultKey}`, 'content-type': 'application/json' },
    body: streamBody(pacedTokens),
  });
  const pieces: string[] = [];
  const decoder = new TextDecoder();
  for await (const piece of body as unknown as AsyncIterable<Uint8Array>) {
    pieces.push(decoder.decode(piece));
    if (pieces.length === most) break;
  }
  await simulator.close();
  return pieces;
}

test('events go out together where they are measured so', async () => {
  const pieces = await piecesOf('together', Number.POSITIVE_INFINITY);
  expect([pieces.length, eventsOf(pieces.join('')).length]).toEqual([1, pacedTokens + 3]);
});

test('each token goes out by itself where it is measured so', async () => {
  const text = (await piecesOf('each', Number.POSITIVE_INFINITY)).join('');
  expect(tokenPieces(eventsOf(text))).toHaveLength(pacedTokens);
  expect(text).toContain('[DONE]');
});

test('a held stream has begun with its content, and stays open', async () => {
  const [piece = ''] = await piecesOf('held', 1);
  expect(piece).toContain('"content":"word0"');
  expect(eventsOf(piece)).toHaveLength(2);
});
