import { describe, expect, it } from 'vitest';
import { callers } from '../caller.fixture.ts';
import { script, turn } from '../script/upstream-script.ts';
import { chop } from './chop.ts';
import type { Piece } from './response-plan.ts';

const piece = (text: string, more: Partial<Piece> = {}): Piece => ({
  bytes: Buffer.from(text),
  holds: [],
  marks: [],
  tokens: 1,
  ...more,
});
const texts = (pieces: readonly Piece[]) => pieces.map(({ bytes }) => Buffer.from(bytes).toString('latin1'));

describe('chop', () => {
  it('breaks at the offsets and nowhere else', () => {
    const pieces = chop([piece('abc'), piece('def'), piece('ghi')], { atBytes: [2, 6] });
    expect(texts(pieces)).toEqual(['ab', 'cdef', 'ghi']);
    expect(pieces.map(({ tokens }) => tokens)).toEqual([0, 2, 1]);
  });

  it('breaks after every so many bytes', () => {
    expect(texts(chop([piece('abc'), piece('defg')], { everyBytes: 3 }))).toEqual(['abc', 'def', 'g']);
  });

  it('keeps a wait before the byte that it stood before', () => {
    const holds = [{ kind: 'gate', gate: 'g', mark: 0 }] as const;
    const pieces = chop([piece('abc'), piece('def', { holds, marks: [1] })], { atBytes: [5] });
    expect(texts(pieces)).toEqual(['abc', 'de', 'f']);
    expect(pieces.map((one) => [one.holds.length, one.marks])).toEqual([
      [0, []],
      [1, [1]],
      [0, []],
    ]);
  });
});

describe.each(callers)('a stream split at any byte, %s', (_name, open) => {
  const answer = { kind: 'chat', tokens: ['ü', '🌥', '漢'] } as const;
  const body = { model: 'a/b', stream: true };

  it('arrives equal', async () => {
    const caller = await open({
      script: script(turn(answer)),
      clock: { now: () => 0, setTimer: () => ({ cancel() {} }) },
    });
    const whole = (await caller.start(body).view).body;
    const length = Buffer.byteLength(whole);
    const identity = /chatcmpl-\w+/g;
    const offsets = Array.from({ length: length - 1 }, (_, index) => index + 1);
    caller.upstream.script({
      turns: offsets.map((offset) => turn(answer, { kind: 'split-bytes', atBytes: [offset] })),
      afterwards: 'refuse',
    });
    for (const offset of offsets) {
      const split = (await caller.start(body).view).body;
      expect(split.replace(identity, '')).toBe(whole.replace(identity, ''));
      const pieces = caller.upstream.calls.at(-1)?.response?.pieces.map(({ bytes }) => bytes.length);
      expect(pieces).toEqual([offset, length - offset]);
    }
    expect((await caller.start(body).view).ending).not.toBe('complete');
    await caller.close();
  });
});
