import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isLinearizable, type Operation, type SequentialModel, smallestContradiction } from './linearizability.ts';

type Command = 'read' | number;

/** A register that holds one number: it is read, or a number is written to it. */
const register: SequentialModel<number, Command, number> = {
  initial: 0,
  after: (state, command, answer) => {
    if (command === 'read') return answer === state ? [state] : [];
    return [command];
  },
  afterAny: (state, command) => [command === 'read' ? state : command],
  keyOf: String,
};

const write = (value: number, beganAtMs: number, endedAtMs: number): Operation<Command, number> => ({
  command: value,
  answer: value,
  beganAtMs,
  endedAtMs,
});
const read = (answer: number, beganAtMs: number, endedAtMs: number): Operation<Command, number> => ({
  command: 'read',
  answer,
  beganAtMs,
  endedAtMs,
});

describe('a history is linearizable', () => {
  test('where a read that overlaps a write sees either value', () => {
    for (const seen of [0, 1]) expect(isLinearizable([write(1, 0, 10), read(seen, 5, 7)], register)).toBe(true);
  });

  test('where the order that explains it is not the order in which requests began', () => {
    expect(isLinearizable([write(1, 0, 20), write(2, 1, 20), read(2, 2, 4), read(1, 5, 7)], register)).toBe(true);
  });

  test('whatever requests that come one after the other are answered by the model', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.nat(3)), { maxLength: 8 }), (commands) => {
        let value = 0;
        const history = commands.map((command, place) => {
          value = command ?? value;
          return command === null ? read(value, place * 2, place * 2 + 1) : write(value, place * 2, place * 2 + 1);
        });
        expect(isLinearizable(history, register)).toBe(true);
      }),
    );
  });
});

describe('a history is not linearizable', () => {
  test('where a read sees an older value than a read that ended before it began', () => {
    expect(isLinearizable([write(1, 0, 20), read(1, 2, 4), read(0, 5, 7)], register)).toBe(false);
  });

  test('where a value is read that nobody wrote', () => {
    expect(isLinearizable([write(1, 0, 3), read(2, 1, 2)], register)).toBe(false);
  });
});

describe('the smallest contradiction', () => {
  test('leaves out what has no part in it', () => {
    const stale = [read(1, 2, 4), read(0, 5, 7)];
    const history = [read(0, 0, 1), write(1, 0, 20), ...stale, read(1, 8, 9), write(3, 30, 31), read(3, 32, 33)];
    expect(smallestContradiction(history, register)).toEqual(stale);
  });

  test('is none where the answers agree', () => {
    expect(smallestContradiction([write(1, 0, 3), read(1, 1, 2)], register)).toBeUndefined();
  });

  test('agrees once any of its answers is set aside', () => {
    const moment = fc.nat(30);
    const operation = fc
      .tuple(fc.option(fc.nat(2)), fc.nat(2), moment, moment)
      .map(([value, seen, one, other]) =>
        value === null
          ? read(seen, Math.min(one, other), Math.max(one, other) + 1)
          : write(value, Math.min(one, other), Math.max(one, other) + 1),
      );
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 7 }), (history) => {
        const found = smallestContradiction(history, register);
        fc.pre(found !== undefined);
        const others = [...history.keys()].filter((place) => !found?.includes(history[place] as (typeof history)[0]));
        expect(isLinearizable(history, register, new Set(others))).toBe(false);
        for (const place of history.keys())
          if (!others.includes(place))
            expect(isLinearizable(history, register, new Set([...others, place]))).toBe(true);
      }),
    );
  });
});
