import { expect, test } from 'vitest';
import type { Exchange } from './exchange.ts';
import { createExchangeIds, createRecorder } from './recorder.ts';

const exchange = (id: string, ending: Exchange['ending'] = 'complete'): Exchange => ({
  id,
  side: 'request',
  request: { method: 'GET', url: 'http://gateway.test/', headers: [], body: new Uint8Array(), atMs: 0 },
  ending,
  endedAtMs: 1,
});

test('exchanges stand in the order in which they began, whatever ended first', () => {
  const recorder = createRecorder(createExchangeIds());
  const [first, second] = [recorder.begin(), recorder.begin()];
  recorder.record(exchange(second));
  expect(recorder.exchanges().map(({ id }) => id)).toEqual([second]);
  recorder.record(exchange(first));
  expect(recorder.exchanges().map(({ id }) => id)).toEqual([first, second]);
});

test('a second record of one id replaces the first in its place', () => {
  const recorder = createRecorder(createExchangeIds());
  const [first, second] = [recorder.begin(), recorder.begin()];
  recorder.record(exchange(first, 'timeout'));
  recorder.record(exchange(second));
  recorder.record(exchange(first, 'complete'));
  expect(recorder.exchanges().map(({ id, ending }) => [id, ending])).toEqual([
    [first, 'complete'],
    [second, 'complete'],
  ]);
});

test('an exchange is under way from its beginning until it is recorded', () => {
  const recorder = createRecorder(createExchangeIds());
  const id = recorder.begin();
  expect(recorder.isUnderWay()).toBe(true);
  recorder.record(exchange(id));
  expect(recorder.isUnderWay()).toBe(false);
});

test('ids are unique over the recorders of a run', () => {
  const ids = createExchangeIds();
  expect([createRecorder(ids).begin(), createRecorder(ids).begin()]).toEqual(['x1', 'x2']);
});

test('a closed recorder takes nothing and reports nothing', () => {
  const recorder = createRecorder(createExchangeIds());
  const heard: string[] = [];
  recorder.onRecord(({ id }) => heard.push(id));
  recorder.record(exchange(recorder.begin()));
  const late = recorder.begin();
  expect(recorder.close()).toHaveLength(1);
  recorder.record(exchange(late));
  expect(recorder.exchanges()).toHaveLength(1);
  expect(heard).toEqual(['x1']);
});

test('a listener that left hears nothing more', () => {
  const recorder = createRecorder(createExchangeIds());
  let heard = 0;
  const leave = recorder.onRecord(() => {
    heard += 1;
  });
  recorder.record(exchange('x1'));
  leave();
  recorder.record(exchange('x2'));
  expect(heard).toBe(1);
});
