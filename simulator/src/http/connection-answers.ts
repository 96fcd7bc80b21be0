import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

interface OpenAnswer {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * The answers that are under way on each connection, in the order in which their requests came, which is the order in which HTTP/1.1 sends them.
 * What is written or cut outside of Node's own queue waits here for what comes before it.
 */
export class ConnectionAnswers {
  readonly #bySocket = new WeakMap<Duplex, Set<OpenAnswer>>();

  /** Notes every request that the server parses from now on, before anybody answers it. */
  watch(server: Server): void {
    server.prependListener('request', (request, response) => {
      const { socket } = request;
      const open = this.#bySocket.get(socket) ?? new Set();
      this.#bySocket.set(socket, open);
      const answer = { request, response };
      open.add(answer);
      response.on('close', () => open.delete(answer));
    });
  }

  /**
   * Calls `then` once every answer to a whole request on this connection has been sent, or at once where none is under way. A request that broke off
   * has no answer to wait for; where its answer has begun already, the connection is closed instead.
   */
  afterWhole(socket: Duplex, then: () => void): void {
    const open = [...(this.#bySocket.get(socket) ?? [])];
    if (open.some(({ request, response }) => !request.complete && response.headersSent)) {
      socket.destroy();
      return;
    }
    const last = open.findLast(({ request }) => request.complete)?.response;
    if (last === undefined) then();
    else last.once('close', () => (socket.writable ? then() : socket.destroy()));
  }

  /** Closes the connection of an answer that must not be sent: at once, or after those that come before it. */
  cut({ request, response }: OpenAnswer): void {
    if (response.writableEnded) return;
    const { socket } = request;
    const open = [...(this.#bySocket.get(socket) ?? [])];
    const before = open[open.findIndex((one) => one.response === response) - 1]?.response;
    if (before === undefined) response.destroy();
    else if (before.headersSent) before.once('finish', () => socket.destroy());
    // Node closes the connection after this answer, and sends nothing of what was queued behind it.
    else before.setHeader('connection', 'close');
  }
}
