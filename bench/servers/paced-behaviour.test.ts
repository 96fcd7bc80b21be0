import { createSimulator } from '@gateproof/simulator';
import { expect, test } from 'vitest';
import { bodies, defaultKey, eventsOf } from '../load.ts';
import type { Pace } from './pace.ts';
import { pacedBehaviour } from './paced-behaviour.ts';

/** The pieces in which a stream's body arrives, up to so many events. */
async function piecesOf(pace: Pace, events: number): Promise<readonly string[]> {
  const simulator = createSimulator({ behaviour: pacedBehaviour(pace) });
  const { body } = await simulator.fetch('http://x.test/v1/chat/completions', {
    method: 'POST',
    headers: { authorization: `Bearer ${defaultKey}`, 'content-type': 'application/json' },
    body: bodies.stream,
  });
  const pieces: string[] = [];
  const decoder = new TextDecoder();
  for await (const piece of body as unknown as AsyncIterable<Uint8Array>) {
    pieces.push(decoder.decode(piece));
    if (eventsOf(pieces.join('')).length >= events) break;
  }
  await simulator.close();
  return pieces;
}

test.for([
  ['together', 1],
  ['each', 5],
] as const)('events go out %s where they are measured so', async ([pace, least]) => {
  const pieces = await piecesOf(pace, Number.POSITIVE_INFINITY);
  expect(pieces.join('')).toContain('[DONE]');
  if (least === 1) expect(pieces).toHaveLength(1);
  else expect(pieces.length).toBeGreaterThan(least);
});

test('a held stream has begun with its content, and stays open', async () => {
  const text = (await piecesOf('held', 2)).join('');
  expect(text).toContain('"content":"');
  expect(text).not.toContain('[DONE]');
});
