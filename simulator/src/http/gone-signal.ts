import type { FastifyReply } from 'fastify';

// A reason made once: making an abort's own, with its stack, costs more than admitting a request.
const clientGone = new Error('The client closed the connection');

/** Whether the client's connection has closed before the answer was out. */
export function hasGone({ raw }: Pick<FastifyReply, 'raw'>): boolean {
  return raw.closed && !raw.writableFinished;
}

/** Fires when the client's connection closes before the answer is out. */
export function goneSignal(reply: Pick<FastifyReply, 'raw'>): AbortSignal {
  const gone = new AbortController();
  const close = () => {
    if (hasGone(reply)) gone.abort(clientGone);
  };
  if (reply.raw.closed) close();
  else reply.raw.once('close', close);
  return gone.signal;
}
