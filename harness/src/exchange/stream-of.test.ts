import { expect, test } from 'vitest';
import { sketchExchange } from './exchange.fixture.ts';
import { streamOf } from './stream-of.ts';

const chunk = (delta: object, more: object = {}) => ({ choices: [{ index: 0, delta, ...more }] });
const events = (...data: readonly unknown[]) =>
  data.map((value) => `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`).join('');
const read = (body: string, ending: 'complete' | 'cut' = 'complete') => streamOf(sketchExchange({ body, ending }));

test('a whole stream is read: content, finish reason, end', () => {
  const reading = read(
    events(
      chunk({ role: 'assistant' }),
      chunk({ content: 'Hé' }),
      chunk({ content: 'llo' }),
      chunk({}, { finish_reason: 'stop' }),
      '[DONE]',
    ),
  );
  expect(reading).toMatchObject({
    content: 'Héllo',
    finishReason: 'stop',
    doneCount: 1,
    doneIsLast: true,
    afterDone: [],
    errorChunks: [],
    notJson: [],
    cleanEnd: true,
  });
  expect(reading.chunks).toHaveLength(4);
});

test('other choices, usage chunks and odd deltas add no content', () => {
  const other = { choices: [{ index: 1, delta: { content: 'no' } }] };
  expect(
    read(events(other, { choices: [], usage: {} }, chunk({ content: null }), { choices: 'x' }, chunk({ content: 'a' })))
      .content,
  ).toBe('a');
});

test('an error chunk counts, an error of null does not', () => {
  const reading = read(
    events({ ...chunk({ content: 'a' }), error: null }, { error: { code: 'x' } }, { error: 'y' }, '[DONE]'),
  );
  expect(reading.errorChunks.map(({ json }) => json.error)).toEqual([{ code: 'x' }, 'y']);
});

test('what follows the first [DONE] is shown', () => {
  const reading = read(events('[DONE]', chunk({ content: 'late' }), '[DONE]'));
  expect(reading).toMatchObject({ doneCount: 2, doneIsLast: true });
  expect(reading.afterDone).toHaveLength(2);
  expect(read(events('[DONE]', '{}')).doneIsLast).toBe(false);
});

test('events that are no JSON objects are shown', () => {
  expect(read(events('"[DONE]"', 'oops', '[1]', chunk({}))).notJson.map(({ data }) => data)).toEqual([
    '"[DONE]"',
    'oops',
    '[1]',
  ]);
});

test('a last [DONE] without its blank line counts at a clean end', () => {
  expect(read('data: {}\n\ndata: [DONE]')).toMatchObject({ doneCount: 1, doneIsLast: true });
});

test('an event that was cut with its connection is no chunk and no garbage', () => {
  const reading = read('data: {"a":1}\n\ndata: {"b"', 'cut');
  expect(reading).toMatchObject({ notJson: [], doneCount: 0, doneIsLast: false, cleanEnd: false });
  expect(reading.chunks).toHaveLength(1);
  expect(reading.events).toHaveLength(2);
});

test('tool calls are joined by index', () => {
  const call = (piece: object) => chunk({ tool_calls: [piece] });
  const reading = read(
    events(
      call({ index: 0, id: 'c1', function: { name: 'sum', arguments: '' } }),
      call({ index: 1, id: 'c2', function: { name: 'mul', arguments: '{}' } }),
      call({ index: 0, function: { arguments: '{"a"' } }),
      call({ index: 0, function: { arguments: ':1}' } }),
    ),
  );
  expect(reading.toolCalls).toEqual([
    { index: 0, id: 'c1', name: 'sum', arguments: '{"a":1}' },
    { index: 1, id: 'c2', name: 'mul', arguments: '{}' },
  ]);
});

test('without a response there is nothing', () => {
  expect(streamOf(sketchExchange({ status: 0, ending: 'refused' }))).toMatchObject({
    events: [],
    doneIsLast: false,
    cleanEnd: false,
  });
});
