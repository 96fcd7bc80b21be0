import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sseData } from './sse-data.ts';

async function* pieces(bytes: Uint8Array, cuts: readonly number[]): AsyncGenerator<Uint8Array> {
  const offsets = [0, ...[...cuts].sort((a, b) => a - b), bytes.length];
  for (const [index, from] of offsets.entries()) yield bytes.subarray(from, offsets[index + 1] ?? bytes.length);
}

async function collect(bytes: Uint8Array, cuts: readonly number[]): Promise<string[]> {
  const events: string[] = [];
  for await (const data of sseData(pieces(bytes, cuts))) events.push(...data);
  return events;
}

describe('sseData', () => {
  it.each(['\n', '\r\n', '\r'])(
    'reads the same events wherever the bytes are split, with line ends %j',
    async (end) => {
      const text = [
        ': hi',
        'data: {"a":"é😀"}',
        '',
        'event: x',
        'data:two',
        'data: lines',
        '',
        'data: [DONE]',
        '',
        '',
      ].join(end);
      const bytes = new TextEncoder().encode(text);
      await fc.assert(
        fc.asyncProperty(fc.array(fc.nat({ max: bytes.length }), { maxLength: 6 }), async (cuts) => {
          expect(await collect(bytes, cuts)).toEqual(['{"a":"é😀"}', 'two\nlines', '[DONE]']);
        }),
      );
    },
  );

  it('leaves out an event that no blank line ends', async () => {
    expect(await collect(new TextEncoder().encode('data: a\n\ndata: b'), [])).toEqual(['a']);
  });
});
