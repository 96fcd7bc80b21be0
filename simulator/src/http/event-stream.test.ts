import { PassThrough, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { describe, expect, test } from 'vitest';
import { EventStream } from './event-stream.ts';

const events = ['data: 1\n\n', 'data: 2\n\n', 'data: [DONE]\n\n'];

/** A source that notes how far it came and whether it was left. */
function noted(fails?: Error) {
  const seen = { given: 0, isOver: false };
  async function* source(): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      for (const event of events) {
        seen.given += 1;
        yield Buffer.from(event);
      }
      if (fails !== undefined) throw fails;
    } finally {
      seen.isOver = true;
    }
  }
  return { seen, stream: new EventStream(source()) };
}

describe('an event stream', () => {
  test('pipes its events one by one and ends its target', async () => {
    const { stream } = noted();
    const written: string[] = [];
    const target = new Writable({
      write: (bytes, _encoding, done) => {
        written.push(String(bytes));
        done();
      },
    });
    const ended = new Promise((resolve) => stream.once('end', resolve));
    stream.pipe(target);
    await Promise.all([finished(target), ended]);
    expect(written).toEqual(events);
  });

  test('waits for a target that takes no more, and is left with it', async () => {
    const { stream, seen } = noted();
    const full = new Writable({ highWaterMark: 1, write: () => undefined });
    stream.pipe(full);
    await new Promise((resolve) => setImmediate(resolve));
    expect(seen.given).toBe(1);
    full.destroy();
    stream.destroy();
    await new Promise((resolve) => setImmediate(resolve));
    expect(seen).toEqual({ given: 1, isOver: true });
  });

  test('goes on when the target has drained', async () => {
    const { stream } = noted();
    const slow = new PassThrough({ highWaterMark: 1 });
    stream.pipe(slow);
    let text = '';
    for await (const bytes of slow) text += String(bytes);
    expect(text).toBe(events.join(''));
  });

  test('tells a failure of its source, whether it is piped or read', async () => {
    const broken = new Error('cut');
    const piped = noted(broken).stream;
    const told = new Promise((resolve) => piped.once('error', resolve));
    piped.pipe(new PassThrough().resume());
    expect(await told).toBe(broken);
    await expect(Array.fromAsync(noted(broken).stream)).rejects.toBe(broken);
  });

  test('can be read like any other stream, and left early', async () => {
    const { stream, seen } = noted();
    expect(Buffer.concat(await Array.fromAsync(noted().stream)).toString()).toBe(events.join(''));
    for await (const _bytes of stream) break;
    await new Promise((resolve) => setImmediate(resolve));
    expect(seen.isOver).toBe(true);
  });
});
