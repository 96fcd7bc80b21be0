import type { FastifyReply } from 'fastify';

// A reason made once: making an abort's own, with its stack, costs more than admitting a request.
const clientGone = new Error('The client closed the connection');

/** Fires when the client's connection closes before the answer is out. */
export function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort(clientGone);
  });
  return gone.signal;
}
