import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Writes a stream of events straight to the client's connection. */
export class EventConnection {
  readonly #raw: ServerResponse;

  /** Sends the head of the answer. */
  constructor(request: FastifyRequest, reply: FastifyReply) {
    this.#raw = reply.hijack().raw;
    request.note?.journal.answer(request.note.entry, 200, undefined);
    this.#raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders);
  }

  /** Resolves once more can be written, or the client has gone; undefined: at once. */
  write(events: string): Promise<void> | undefined {
    const raw = this.#raw;
    if (raw.destroyed || raw.write(events)) return undefined;
    return new Promise((resolve) => {
      const done = () => {
        raw.off('drain', done).off('close', done);
        resolve();
      };
      raw.once('drain', done).once('close', done);
    });
  }

  /** Writes what comes last. */
  end(events: string): void {
    if (!this.#raw.destroyed) this.#raw.end(events);
  }
}
