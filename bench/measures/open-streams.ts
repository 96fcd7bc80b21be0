import { type IncomingMessage, request } from 'node:http';
import { defaultKey, streamBody } from '../load.ts';
import type { BareSettings } from '../servers/bare-server.ts';
import { pacedTokens } from '../servers/pace.ts';
import { type Server, startServer } from '../servers/start-server.ts';

export interface OpenStreams {
  readonly streams: number;
  /** Growth of resident memory per stream. */
  readonly residentBytes: number;
  /** Growth of objects and buffers per stream. */
  readonly liveBytes: number;
}

const warmUp = 200;
const atOnce = 100;

/** What a stream costs that has begun and stays open, after a collection. */
export async function simulatorStreams(streams: number): Promise<OpenStreams> {
  return measure(await startServer('simulator', { pace: 'held' }), streams);
}

/** The same of a bare Fastify that has written the same first events. */
export async function bareStreams(streams: number, settings: BareSettings): Promise<OpenStreams> {
  return measure(await startServer('bare', { ...settings, pace: 'held' }), streams);
}

async function measure(server: Server, streams: number): Promise<OpenStreams> {
  const open: IncomingMessage[] = [];
  try {
    await openMany(server.url, warmUp, open);
    const before = await server.usage(true);
    await openMany(server.url, streams, open);
    const after = await server.usage(true);
    if (open.some(({ complete }) => complete)) throw new Error('streams that were to stay open have ended');
    return {
      streams,
      residentBytes: (after.residentBytes - before.residentBytes) / streams,
      liveBytes: (after.liveBytes - before.liveBytes) / streams,
    };
  } finally {
    for (const one of open) one.destroy();
    await server.close();
  }
}

async function openMany(url: string, count: number, into: IncomingMessage[]): Promise<void> {
  for (let opened = 0; opened < count; opened += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, count - opened) }, () => openOne(url));
    into.push(...(await Promise.all(some)));
  }
}

/** Resolves once the first content has come. */
function openOne(url: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/v1/chat/completions`, {
      method: 'POST',
      agent: false,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${defaultKey}` },
    });
    asked.on('error', reject);
    asked.on('response', (response) => {
      response.on('error', () => undefined);
      response.once('data', () => resolve(response));
    });
    asked.end(streamBody(pacedTokens));
  });
}
