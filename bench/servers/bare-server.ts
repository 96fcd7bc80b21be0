import { realTime } from '@gateproof/upstreams';
import Fastify from 'fastify';
import { serveParent } from './child.ts';
import { type Pace, tokenPieces, tokensPerSecond } from './pace.ts';

/** The least that a Fastify server can do: it answers with bytes that it was given. */
export interface BareSettings {
  readonly pace: Pace;
  readonly json: string;
  readonly events: readonly string[];
}

const { pace, json, events } = JSON.parse(process.argv[2] ?? '{}') as BareSettings;
const app = Fastify({ logger: false, forceCloseConnections: true });
const together = events.join('');
const pieces = tokenPieces(events);

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
  for (const [place, piece] of pieces.entries()) {
    if (place > 0) await new Promise<void>((resolve) => realTime.setTimer(1000 / tokensPerSecond, resolve));
    reply.raw.write(piece);
    if (pace === 'held') return reply;
  }
  reply.raw.end();
  return reply;
});

serveParent(await app.listen({ port: 0, host: '127.0.0.1' }));
