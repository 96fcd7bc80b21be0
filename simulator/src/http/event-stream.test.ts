import { describe, expect, test } from 'vitest';
import { EventStream } from './event-stream.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('an event stream', () => {
  test('gives its reader what is written, to the end', async () => {
    const stream = new EventStream();
    const read = Array.fromAsync(stream);
    await stream.write('data: 1\n\n');
    stream.end('data: [DONE]\n\n');
    expect(Buffer.concat(await read).toString()).toBe('data: 1\n\ndata: [DONE]\n\n');
  });

  test('lets its writer wait while nobody reads, and go on with the reader', async () => {
    const stream = new EventStream();
    let mayGoOn = false;
    const waits = stream.write('x'.repeat(2048))?.then(() => {
      mayGoOn = true;
    });
    await nextTurn();
    expect(mayGoOn).toBe(false);
    stream.resume();
    await waits;
    expect(mayGoOn).toBe(true);
  });

  test('lets its writer go on once it is left', async () => {
    const stream = new EventStream();
    const waits = stream.write('x'.repeat(2048));
    stream.destroy();
    await waits;
    expect(stream.write('more')).toBeUndefined();
  });
});
