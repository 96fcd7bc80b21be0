import { expect, test } from 'vitest';
import { sketchExchange } from '../exchange/exchange.fixture.ts';
import type { Header } from '../exchange/exchange.ts';
import { describeAnswer, show } from './describe-answer.ts';

test('a value is shown as JSON, and cut when it is long', () => {
  expect(show({ a: [1] })).toBe('{"a":[1]}');
  expect(show(undefined)).toBe('nothing');
  expect(show('x'.repeat(1_000))).toBe(`"${'x'.repeat(199)}… (1002 characters)`);
});

test('what is nested too deeply to be written is described in one line', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
  expect(show(deep)).toMatch(/^a value that can't be written as JSON \(.+\)$/);
});

const eventStream: Header = ['Content-Type', 'text/event-stream'];
const json: Header = ['Content-Type', 'application/json; charset=utf-8'];

test.each<[string, Parameters<typeof sketchExchange>[0], string]>([
  [
    'a whole completion',
    { headers: [eventStream], body: { object: 'chat.completion' } },
    'a JSON body under text/event-stream, not an event stream: {"object":"chat.completion"}',
  ],
  [
    'an error',
    { headers: [eventStream], body: { error: { code: 'unauthorized', message: 'no' } } },
    'a JSON body under text/event-stream, not an event stream: {"error":{"code":"unauthorized","message":"no"}}',
  ],
  [
    'a page under the type of streams',
    { headers: [eventStream], body: '<!DOCTYPE html><p>hi</p>' },
    'an HTML page under text/event-stream, not an event stream: "<!DOCTYPE html><p>hi</p>"',
  ],
  [
    'text under the type of streams',
    { headers: [eventStream], body: 'Bad gateway' },
    'plain text under text/event-stream, not an event stream: "Bad gateway"',
  ],
  ['nothing under the type of streams', { headers: [eventStream] }, 'an empty body under text/event-stream'],
  [
    'a page under the type of JSON',
    { headers: [json], body: '<html></html>' },
    'an HTML page under application/json, not a JSON body: "<html></html>"',
  ],
  [
    'events under the type of JSON',
    { headers: [json], body: 'data: [DONE]\n\n' },
    'an event stream under application/json, not a JSON body: a stream of 1 events and 1 [DONE]',
  ],
  ['a stream', { headers: [eventStream], body: 'data: {}\n\ndata: [DONE]\n\n' }, 'a stream of 2 events and 1 [DONE]'],
  ['a stream of comments', { headers: [eventStream], body: ': on\n\n' }, 'a stream of 0 events and 0 [DONE]'],
  [
    'a stream that said nothing yet',
    { headers: [eventStream], ending: 'cut' },
    'a stream of 0 events and 0 [DONE], not whole (cut)',
  ],
  ['JSON', { headers: [json], body: { a: 1 } }, '{"a":1}'],
  [
    'JSON that was cut',
    { headers: [json], body: '{"a":', ending: 'cut' },
    '5 bytes of application/json: "{\\"a\\":", not whole (cut)',
  ],
  ['another type', { headers: [['Content-Type', 'image/png']], body: 'x' }, '1 bytes of image/png: "x"'],
])('%s is described as what it is', (_what, sketch, words) => {
  expect(describeAnswer(sketchExchange(sketch))).toBe(`200 with ${words}`);
});
