import { expect, test } from 'vitest';
import { splitEvents } from './split-events.ts';

test.each([1, 2, 3, 7, 100])('events come whole, however the bytes are cut (every %i)', async (size) => {
  const bytes = Buffer.from('data: é\n\ndata: {"a":"🎉"}\n\ndata: [DONE]\n\nrest');
  const pieces = (async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  })();
  const events: string[] = [];
  for await (const event of splitEvents(pieces)) events.push(event.toString());
  expect(events).toEqual(['data: é\n\n', 'data: {"a":"🎉"}\n\n', 'data: [DONE]\n\n', 'rest']);
});
