import { timingSafeEqual } from 'node:crypto';
import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { realTime } from '@gateproof/upstreams';
import { accepted, longestPreface, type PeerPreface, readPreface } from './peer-preface.ts';

const longestWaitMs = 5000;

const fromPeers = new WeakSet<object>();

/** Whether a connection was opened by another replica. */
export const isFromPeer = (socket: object): boolean => fromPeers.has(socket);

/** Takes the connections of other replicas, and hands them to the HTTP server as those of the clients that they speak for. */
export class PeerListener {
  readonly #open = new Set<Socket>();
  readonly #server: Server;

  /** `expected`: the secret of all replicas and this one's id, as they are now. */
  constructor(http: HttpServer, expected: () => Pick<PeerPreface, 'secret' | 'replica'> | undefined) {
    this.#server = createServer((socket) => {
      this.#open.add(socket.on('close', () => this.#open.delete(socket)));
      socket.on('error', () => socket.destroy());
      const limit = realTime.setTimer(longestWaitMs, () => socket.destroy());
      socket.on('close', () => limit.cancel());
      let text = '';
      const read = (piece: Buffer) => {
        text += piece.toString('latin1');
        if (!text.endsWith('\n') && text.length < longestPreface) return;
        socket.off('data', read);
        limit.cancel();
        const preface = readPreface(text);
        if (preface === undefined || !isExpected(preface, expected())) socket.destroy();
        else hand(http, socket, preface.clientAddress);
      };
      socket.on('data', read);
    });
  }

  /** Listens on any free port and returns it. */
  async listen(host: string): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject).listen(0, host, resolve);
    });
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    if (this.#server.listening) await new Promise((resolve) => this.#server.close(resolve));
  }
}

function isExpected(given: PeerPreface, wanted: Pick<PeerPreface, 'secret' | 'replica'> | undefined): boolean {
  if (wanted === undefined || given.replica !== wanted.replica) return false;
  const [one, other] = [Buffer.from(given.secret), Buffer.from(wanted.secret)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function hand(http: HttpServer, socket: Socket, clientAddress: string): void {
  socket.setNoDelay(true);
  fromPeers.add(socket);
  Object.defineProperty(socket, 'remoteAddress', { value: clientAddress });
  http.emit('connection', socket);
  socket.resume();
  socket.write(accepted);
}
