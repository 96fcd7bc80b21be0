import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Who is called once an answer has been sent whole, or its connection has been lost. */
export interface AnswerWatcher {
  over(): void;
}

/** An answer that is under way, between those to the requests before and after it on its connection. */
interface OpenAnswer {
  readonly request: Watched;
  readonly response: ServerResponse;
  watcher: AnswerWatcher | undefined;
  before: OpenAnswer | undefined;
  after: OpenAnswer | undefined;
}

const ofRequest = Symbol('open answer');
const newest = Symbol('newest open answer');

type Watched = IncomingMessage & { [ofRequest]?: OpenAnswer };
type Connection = Duplex & { [newest]?: OpenAnswer | undefined };

/**
 * The answers that are under way on each connection, in the order in which their requests came, which is the order in which HTTP/1.1 sends them.
 * What is written or cut outside of Node's own queue waits here for what comes before it.
 */
export class ConnectionAnswers {
  /** Notes every request that the server parses from now on, before anybody answers it. */
  watch(server: Server): void {
    server.prependListener('request', (request: Watched, response: ServerResponse) => {
      const connection: Connection = request.socket;
      const before = connection[newest];
      const answer: OpenAnswer = { request, response, watcher: undefined, before, after: undefined };
      if (before !== undefined) before.after = answer;
      connection[newest] = answer;
      request[ofRequest] = answer;
      response.on('close', closed);
    });
  }

  /** Lets a watcher know once the answer to a request is over. */
  whenOver(request: Watched, response: ServerResponse, watcher: AnswerWatcher): void {
    const answer = request[ofRequest];
    // A request that the gateway makes to itself comes on no connection.
    if (answer === undefined) response.on('close', () => watcher.over());
    else answer.watcher = watcher;
  }

  /**
   * Calls `then` once every answer to a whole request on this connection has been sent, or at once where none is under way. A request that broke off
   * has no answer to wait for; where its answer has begun already, the connection is closed instead.
   */
  afterWhole(socket: Duplex, then: () => void): void {
    const open = openOn(socket);
    if (open.some(({ request, response }) => !request.complete && response.headersSent)) {
      socket.destroy();
      return;
    }
    const last = open.findLast(({ request }) => request.complete)?.response;
    if (last === undefined) then();
    else last.once('close', () => (socket.writable ? then() : socket.destroy()));
  }

  /** Closes the connection of an answer that must not be sent: at once, or after those that come before it. */
  cut(request: Watched, response: ServerResponse): void {
    if (response.writableEnded) return;
    const before = request[ofRequest]?.before?.response;
    if (before === undefined) response.destroy();
    else if (before.headersSent) before.once('finish', () => request.socket.destroy());
    // Node closes the connection after this answer, and sends nothing of what was queued behind it.
    else before.setHeader('connection', 'close');
  }
}

/** The answers under way on a connection, the oldest first. */
function openOn(connection: Connection): readonly OpenAnswer[] {
  const open: OpenAnswer[] = [];
  for (let answer = connection[newest]; answer !== undefined; answer = answer.before) open.unshift(answer);
  return open;
}

/** Takes a response that has closed out of its connection's answers. */
function closed(this: ServerResponse): void {
  const request: Watched = this.req;
  const answer = request[ofRequest];
  if (answer === undefined) return;
  const { before, after, watcher } = answer;
  if (after !== undefined) after.before = before;
  else (request.socket as Connection)[newest] = before;
  if (before !== undefined) before.after = after;
  answer.before = undefined;
  watcher?.over();
}
