import type { FastifyReply } from 'fastify';

// A reason made once: making an abort's own, with its stack, costs more than admitting a request.
const clientGone = new Error('The client closed the connection');

/** Fires when the client's connection closes before the answer is out. */
export function goneSignal({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const gone = new AbortController();
  const close = () => {
    if (!raw.writableFinished) gone.abort(clientGone);
  };
  if (raw.closed) close();
  else raw.once('close', close);
  return gone.signal;
}
