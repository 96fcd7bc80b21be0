import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SseDecoder } from './sse.ts';

const encoder = new TextEncoder();

function decode(...pieces: readonly (string | Uint8Array)[]) {
  const decoder = new SseDecoder();
  pieces.forEach((piece, i) => {
    decoder.push(typeof piece === 'string' ? encoder.encode(piece) : piece, i);
  });
  decoder.finish(pieces.length);
  return decoder;
}

const dataOf = (text: string) => decode(text).events.map(({ data }) => data);

describe('events', () => {
  test.each([
    ['LF', 'data: a\n\ndata: b\n\n'],
    ['CRLF', 'data: a\r\n\r\ndata: b\r\n\r\n'],
    ['CR', 'data: a\r\rdata: b\r\r'],
    ['mixed ends', 'data: a\r\n\ndata: b\n\r\n'],
    ['a byte order mark', '\ufeffdata: a\n\ndata: b\n\n'],
    ['comments between', ': hi\ndata: a\n\n:x\n\ndata: b\n:y\n\n'],
    ['several blank lines', '\n\ndata: a\n\n\n\ndata: b\n\n'],
    ['no blank after the colon', 'data:a\n\ndata:b\n\n'],
    ['other fields', 'event: e\nid: 7\nretry: 10\nfoo: bar\ndata: a\n\nfoo\n\ndata: b\n\n'],
  ])('with %s are two', (_, text) => {
    expect(dataOf(text)).toEqual(['a', 'b']);
  });

  test('data over several lines is joined by LF, and one blank is taken off', () => {
    expect(decode('data: {\ndata:  "a": 1\ndata\ndata: }\n\n').events[0]).toMatchObject({
      data: '{\n "a": 1\n\n}',
      dataLines: 4,
      withoutBlank: false,
    });
  });

  test('fields are kept', () => {
    expect(decode('event: error\nid: 7\nretry: 1500\ndata: x\n\n').events[0]).toMatchObject({
      event: 'error',
      id: '7',
      retryMs: 1500,
    });
  });

  test('a byte order mark counts only at the very start', () => {
    expect(dataOf('data: a\n\n\ufeffdata: b\n\n')).toEqual(['a']);
  });

  test('comments are kept with their places', () => {
    expect(decode(': keep-alive\n\ndata: x\n\n:tail').comments).toMatchObject([
      { text: 'keep-alive', start: 0 },
      { text: 'tail', start: 23 },
    ]);
  });

  test('a last event without its blank line is kept and marked', () => {
    expect(decode('data: a\n\ndata: [DONE]\n').events.map(({ unterminated }) => unterminated)).toEqual([false, true]);
    expect(decode('data: [DONE]').events).toMatchObject([{ data: '[DONE]', unterminated: true }]);
    expect(decode('data: a\n\nda').events).toHaveLength(1);
  });

  test('leniencies are noted', () => {
    expect(decode('data:[DONE]\n\n').events[0]).toMatchObject({ withoutBlank: true });
    expect(decode('data:\n\n').events[0]).toMatchObject({ data: '', withoutBlank: false });
    expect(decode('data: a', new Uint8Array([0xff, 0x0a, 0x0a])).events[0]).toMatchObject({ invalidUtf8: true });
  });

  test('a byte range shows the event in the body', () => {
    const text = ': c\r\ndata: é\r\nid: 1\r\n\r\ndata: b\n\n';
    const bytes = encoder.encode(text);
    const ranges = decode(text).events.map(({ start, end }) => Buffer.from(bytes.subarray(start, end)).toString());
    expect(ranges).toEqual(['data: é\r\nid: 1\r\n', 'data: b\n']);
  });

  test('an event has the time of the piece that completed it', () => {
    expect(decode('data: a\n', '\nda', 'ta: b\n\n').events.map(({ atMs }) => atMs)).toEqual([1, 2]);
  });
});

describe('any cut into pieces', () => {
  const line = fc.constantFrom(
    'data: a',
    'data:b',
    'data: 漢字 😀',
    'data',
    ': c',
    'event: e',
    'id: 1',
    'retry: 5',
    '',
    '',
    '\ufeff',
  );
  const end = fc.constantFrom('\n', '\r', '\r\n');
  const stream = fc.array(fc.tuple(line, end), { maxLength: 12 }).map((lines) => lines.flat().join(''));
  const untimed = ({ events, comments }: SseDecoder) => ({
    events: events.map(({ atMs: _, ...event }) => event),
    comments: comments.map(({ atMs: _, ...comment }) => comment),
  });

  test('gives the same events, at every single place', () => {
    fc.assert(
      fc.property(stream, (text) => {
        const bytes = encoder.encode(text);
        const whole = untimed(decode(bytes));
        for (let at = 0; at <= bytes.length; at += 1) {
          expect(untimed(decode(bytes.subarray(0, at), bytes.subarray(at)))).toEqual(whole);
        }
      }),
    );
  });

  test('gives the same events, byte by byte', () => {
    fc.assert(
      fc.property(stream, (text) => {
        const bytes = encoder.encode(text);
        expect(untimed(decode(...[...bytes].map((byte) => Uint8Array.of(byte))))).toEqual(untimed(decode(bytes)));
      }),
    );
  });
});
