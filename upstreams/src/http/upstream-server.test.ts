import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Clock } from '../clock/clock.ts';
import { script, turn } from '../script/upstream-script.ts';
import { openUpstream } from './open-upstream.ts';
import { openUpstreamServer, type UpstreamServer } from './upstream-server.ts';

const post = (url: string, body = '{"model":"a/b","messages":[]}') => fetch(url, { method: 'POST', body });
const says = (text: string) => script(turn({ kind: 'chat', tokens: [text] }));

describe('UpstreamServer', () => {
  let server: UpstreamServer;
  beforeAll(async () => {
    server = await openUpstreamServer();
  });
  afterAll(() => server.close());

  it('serves many upstreams on one port', async () => {
    const [first, second] = [server.add({ script: says('one') }), server.add({ script: says('two') })];
    expect(new URL(first.url).port).toBe(new URL(second.url).port);
    expect(await (await post(`${first.url}/chat/completions`)).text()).toContain('"content":"one"');
    expect(await (await post(`${second.url}/v1/chat/completions`)).text()).toContain('"content":"two"');
    expect([first, second].map(({ upstream }) => upstream.callCount)).toEqual([1, 1]);
  });

  it('answers 404 where no upstream is, or is no more', async () => {
    const gone = server.add({ token: 'gone' });
    gone.close();
    for (const path of ['/u/gone/chat/completions', '/u/%E0%A4%A/chat/completions', '/']) {
      const response = await post(`http://127.0.0.1:${server.port}${path}`);
      expect([path, response.status]).toEqual([path, 404]);
      expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
    }
  });

  it('refuses a token that is taken', () => {
    server.add({ token: 'taken' });
    expect(() => server.add({ token: 'taken' })).toThrow("an upstream 'taken' already");
  });

  it('has a base URL that really refuses', async () => {
    await expect(post(`${await server.closedUrl()}/chat/completions`)).rejects.toMatchObject({
      cause: { code: 'ECONNREFUSED' },
    });
  });

  it('loses the connection of a caller that sends without end', async () => {
    const { upstream, url } = server.add();
    const request = httpRequest(url, { method: 'POST' });
    const closed = new Promise<void>((resolve) => request.on('close', resolve).on('error', () => undefined));
    const piece = Buffer.alloc(1024 * 1024);
    let sent = 0;
    while (sent < 128 && !request.destroyed) {
      sent += 1;
      const written = new Promise<void>((resolve) => request.write(piece, () => resolve()));
      await Promise.race([written, closed]);
    }
    await closed;
    expect(sent).toBeLessThan(128);
    expect(upstream.callCount).toBe(0);
  });

  it('leaves time to read what was sent before the connection is lost', async () => {
    const events: string[] = [];
    let end: (() => void) | undefined;
    // The pause is over when the content was read and not before, whichever of both is seen first.
    const endOnceRead = () => {
      if (events.at(-1)?.includes('"content":"one"')) end?.();
    };
    const wireClock: Clock = {
      now: () => 0,
      setTimer(ms, run) {
        end = () => {
          events.push(`paused for ${ms} ms`);
          run();
        };
        endOnceRead();
        return { cancel: () => undefined };
      },
    };
    const paused = await openUpstreamServer({ wireClock });
    const cut = script(turn({ kind: 'chat', tokens: ['one', 'two'] }, { kind: 'cut-after', afterTokens: 1 }));
    const { url } = paused.add({ script: cut });
    const body = '{"model":"a/b","messages":[],"stream":true}';
    await new Promise<void>((resolve, reject) => {
      httpRequest(`${url}/chat/completions`, { method: 'POST' }, (response) => {
        response.on('data', (bytes) => {
          events.push(String(bytes));
          endOnceRead();
        });
        response.on('error', () => resolve());
      })
        .on('error', reject)
        .end(body);
    });
    events.push('lost');
    await paused.close();
    expect(events.slice(-2)).toEqual(['paused for 50 ms', 'lost']);
  });

  it('keeps header names, order and repeats as they stood on the wire', async () => {
    const { upstream, url } = server.add();
    await new Promise<void>((resolve, reject) => {
      const headers = ['X-B', '1', 'x-a', '2', 'X-b', '3', 'Host', 'h', 'Content-Length', '2'];
      httpRequest(`${url}/chat/completions`, { method: 'POST', headers }, (response) => {
        response.resume().on('end', resolve);
      })
        .on('error', reject)
        .end('{}');
    });
    expect(upstream.calls[0]?.headers.slice(0, 3)).toEqual([
      ['X-B', '1'],
      ['x-a', '2'],
      ['X-b', '3'],
    ]);
  });

  it('leaves a connection usable after a whole response', async () => {
    const { url } = server.add({ script: script(turn(undefined, { kind: 'rate-limited' }), turn()) });
    expect((await post(`${url}/chat/completions`)).status).toBe(429);
    expect((await post(`${url}/chat/completions`)).status).toBe(200);
  });
});

describe('openUpstream', () => {
  it('serves one upstream with and without /v1, on a port that is free again afterwards', async () => {
    const first = await openUpstream({ script: says('mine') });
    for (const base of [first.url, `${first.url}/v1`]) {
      expect(await (await post(`${base}/chat/completions`)).text()).toContain('mine');
    }
    await expect(openUpstream({ port: first.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await first.close();
    const second = await openUpstream({ port: first.port });
    await second.close();
  });
});
