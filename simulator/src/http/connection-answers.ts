import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** An answer that is under way. */
interface OpenAnswer {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Called once it is over. */
  over?: () => void;
}

const ofRequest = Symbol('open answer');

type Watched = IncomingMessage & { [ofRequest]?: OpenAnswer };

/**
 * The answers that are under way on each connection, in the order in which their requests came, which is the order in which HTTP/1.1 sends them.
 * What is written or cut outside of Node's own queue waits here for what comes before it.
 */
export class ConnectionAnswers {
  readonly #bySocket = new WeakMap<Duplex, Set<OpenAnswer>>();

  /** Notes every request that the server parses from now on, before anybody answers it. */
  watch(server: Server): void {
    server.prependListener('request', (request: Watched, response: ServerResponse) => {
      const open = this.#openOn(request.socket);
      const answer: OpenAnswer = { request, response };
      request[ofRequest] = answer;
      open.add(answer);
      response.on('close', () => {
        open.delete(answer);
        answer.over?.();
      });
    });
  }

  /** Calls `over` once the answer to a request has been sent whole, or its connection has been lost. */
  whenOver(request: Watched, response: ServerResponse, over: () => void): void {
    const answer = request[ofRequest];
    // A request that the gateway makes to itself comes on no connection.
    if (answer === undefined) response.on('close', over);
    else answer.over = over;
  }

  #openOn(socket: Duplex): Set<OpenAnswer> {
    let open = this.#bySocket.get(socket);
    if (open === undefined) {
      open = new Set();
      this.#bySocket.set(socket, open);
    }
    return open;
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
  cut({ request, response }: Pick<OpenAnswer, 'request' | 'response'>): void {
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
