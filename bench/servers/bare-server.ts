import Fastify from 'fastify';
import { serveParent } from './child.ts';
import type { Pace } from './pace.ts';

/** The least that a Fastify server can do: it answers with bytes that it was given. */
export interface BareSettings {
  readonly pace: Pace;
  readonly json: string;
  readonly events: readonly string[];
}

const { pace, json, events } = JSON.parse(process.argv[2] ?? '{}') as BareSettings;
const app = Fastify({ logger: false, forceCloseConnections: true });
const together = events.join('');

app.post('/v1/chat/completions', async (request, reply) => {
  const { stream } = request.body as { readonly stream?: boolean };
  if (stream !== true) return reply.type('application/json; charset=utf-8').send(json);
  reply.hijack();
  reply.raw.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
  if (pace === 'together') {
    // Written before the end, so that no Content-Length stands on the stream.
    reply.raw.write(together);
    reply.raw.end();
    return reply;
  }
  for (const [place, event] of events.entries()) {
    reply.raw.write(event);
    if (pace === 'held' && place === 1) return reply;
    await new Promise((resolve) => setImmediate(resolve));
  }
  reply.raw.end();
  return reply;
});

serveParent(await app.listen({ port: 0, host: '127.0.0.1' }));
