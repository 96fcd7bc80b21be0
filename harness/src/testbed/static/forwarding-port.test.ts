import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { request } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ForwardingPort } from './forwarding-port.ts';

type Answer = (message: IncomingMessage, response: ServerResponse) => void;

/** An upstream that answers as the test says; its base URL. */
async function anUpstream(answer: Answer): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/u/token`;
}

async function aPort(target?: string): Promise<{ readonly port: ForwardingPort; readonly url: string }> {
  const port = await ForwardingPort.open('127.0.0.1', 0, { pause: async () => undefined });
  onTestFinished(() => port.close());
  await port.lead(target);
  return { port, url: `http://127.0.0.1:${port.port}` };
}

const post = (url: string, body = '{}') => request(url, { method: 'POST', body, headers: { 'x-one': 'two' } });

describe('ForwardingPort', () => {
  it.each(['/chat/completions', '/images/generations', '/audio/transcriptions'])(
    'hands %s on under any path, with its body and headers, and the answer back',
    async (route) => {
      let seen = '';
      const upstream = await anUpstream((message, response) => {
        message.on('data', (piece) => {
          seen += `${message.method} ${message.url} ${message.headers['x-one']} ${piece}`;
        });
        message.on('end', () => response.writeHead(418, { 'x-answer': 'yes' }).end('short and stout'));
      });
      const { url } = await aPort(upstream);
      const answer = await post(`${url}/any/v1${route}?x=1`, '{"a":1}');
      expect(seen).toBe(`POST /u/token${route} two {"a":1}`);
      expect([answer.statusCode, answer.headers['x-answer']]).toEqual([418, 'yes']);
      expect(await answer.body.text()).toBe('short and stout');
    },
  );

  it('passes each piece on as it comes', async () => {
    let release: () => void = () => undefined;
    const upstream = await anUpstream((message, response) => {
      message.resume();
      response.writeHead(200);
      response.write('one');
      release = () => response.end('two');
    });
    const { url } = await aPort(upstream);
    const answer = await post(`${url}/v1/chat/completions`);
    const pieces: string[] = [];
    for await (const piece of answer.body) {
      pieces.push(String(piece));
      release();
    }
    expect(pieces).toEqual(['one', 'two']);
  });

  it('loses the connection where the upstream does', async () => {
    const upstream = await anUpstream((message, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => message.socket.destroy());
    });
    const { url } = await aPort(upstream);
    const answer = await post(`${url}/v1/chat/completions`);
    await expect(answer.body.text()).rejects.toThrow();
  });

  it('ends the call of the upstream when the caller goes away', async () => {
    const gone = Promise.withResolvers<void>();
    const upstream = await anUpstream((message, response) => {
      message.resume();
      response.writeHead(200);
      response.write('one');
      response.on('close', () => gone.resolve());
    });
    const { url } = await aPort(upstream);
    const answer = await post(`${url}/v1/chat/completions`);
    answer.body.destroy();
    answer.body.on('error', () => undefined);
    await gone.promise;
  });

  it('leads nowhere until a case holds the model, and nowhere after', async () => {
    const { port, url } = await aPort();
    await expect(post(`${url}/v1/chat/completions`)).rejects.toThrow();
    await port.lead(await anUpstream((_message, response) => response.end('held')));
    expect(await (await post(`${url}/v1/chat/completions`)).body.text()).toBe('held');
    await port.lead(undefined);
    await expect(post(`${url}/v1/chat/completions`)).rejects.toThrow();
  });

  it('refuses connections where the upstream does, until it leads elsewhere', async () => {
    const { port, url } = await aPort('http://127.0.0.1:1/u');
    await expect(post(`${url}/v1/chat/completions`)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await port.lead(await anUpstream((_message, response) => response.end('back')));
    expect(await (await post(`${url}/v1/chat/completions`)).body.text()).toBe('back');
  });

  it('knows no other routes', async () => {
    const { url } = await aPort(await anUpstream((_message, response) => response.end()));
    expect((await post(`${url}/v1/embeddings`)).statusCode).toBe(404);
  });
});
