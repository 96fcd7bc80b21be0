import { describe, expect, test } from 'vitest';
import { judgeBatch } from './judge-batch.ts';
import type { KeyedSend } from './key-batches.ts';
import { KeyBook, type KeyedAnswer } from './key-book.ts';

const one: KeyedSend = { account: 0, route: 'chat', key: 0, body: 0, stream: false };
const result = (identity: string): KeyedAnswer => ({ kind: 'result', identity });
const conflict: KeyedAnswer = { kind: 'conflict' };

/** Plays batches of answers and returns the rules that they break. */
function broken(...batches: readonly (readonly (readonly [Partial<KeyedSend>, KeyedAnswer])[])[]): readonly string[] {
  const book = new KeyBook();
  return batches.flatMap((batch) => {
    const seen = batch.map(([change, answer], place) => ({
      send: { ...one, ...change },
      answer,
      exchange: `x${place}`,
    }));
    return [...judgeBatch(book, seen)].filter(({ held }) => !held).map(({ rule }) => rule);
  });
}

describe('requests that come one after another', () => {
  test('get the first result, or a conflict in a chat', () => {
    expect(broken([[{}, result('a')]], [[{}, result('a')]], [[{}, conflict]])).toEqual([]);
    expect(broken([[{}, result('a')]], [[{}, result('b')]])).toEqual(['idempotency.chat.after-finish']);
  });

  test('of jobs get the first result and no conflict', () => {
    const image = { route: 'image' } as const;
    expect(broken([[image, result('a')]], [[image, result('a')]])).toEqual([]);
    expect(broken([[image, result('a')]], [[image, conflict]])).toEqual(['idempotency.media.first-result']);
  });

  test('with another body get a conflict', () => {
    expect(broken([[{}, result('a')]], [[{ body: 1 }, conflict]])).toEqual([]);
    expect(broken([[{}, result('a')]], [[{ body: 1 }, result('b')]])).toEqual(['idempotency.body.different-chat']);
    expect(broken([[{}, result('a')]], [[{ stream: true }, result('a')]])).toEqual(['idempotency.body.different-chat']);
  });

  test('under another key or from another account are served', () => {
    expect(broken([[{}, result('a')]], [[{ key: 1 }, result('b')]], [[{ account: 1 }, result('c')]])).toEqual([]);
    expect(broken([[{}, result('a')]], [[{ account: 1 }, conflict]])).toEqual(['idempotency.scope.account-chat']);
    expect(broken([[{}, result('a')]], [[{ account: 1 }, result('a')]])).toEqual(['idempotency.scope.account-chat']);
    expect(broken([[{}, result('a')]], [[{ key: 1 }, conflict]])).toEqual(['idempotency.chat.other-key']);
  });

  test('on another route are served or refused', () => {
    expect(broken([[{}, result('a')]], [[{ route: 'image' }, conflict]])).toEqual([]);
    expect(broken([[{}, result('a')]], [[{ route: 'image' }, result('b')]])).toEqual([]);
  });
});

describe('requests that come at the same time', () => {
  test('get one result', () => {
    expect(
      broken([
        [{}, result('a')],
        [{}, conflict],
        [{}, result('a')],
      ]),
    ).toEqual([]);
    expect(
      broken([
        [{}, result('a')],
        [{}, result('b')],
      ]),
    ).toEqual(['idempotency.chat.simultaneous']);
    expect(
      broken([
        [{}, conflict],
        [{}, conflict],
      ]),
    ).toEqual(['idempotency.chat.simultaneous']);
  });

  test('with two bodies: one of them wins', () => {
    expect(
      broken(
        [
          [{}, conflict],
          [{ body: 1 }, result('b')],
        ],
        [[{}, conflict]],
      ),
    ).toEqual([]);
    expect(
      broken([
        [{}, result('a')],
        [{ body: 1 }, result('b')],
      ]),
    ).toEqual(['idempotency.body.different-chat']);
  });

  test('with anything but a result or a conflict break the rule', () => {
    const failure: KeyedAnswer = { kind: 'other', what: '500' };
    expect(
      broken([
        [{}, result('a')],
        [{}, failure],
      ]),
    ).toEqual(['idempotency.chat.simultaneous']);
  });
});
