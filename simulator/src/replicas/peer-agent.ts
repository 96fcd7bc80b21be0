import type { AgentOptions, ClientRequestArgs } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { realTime } from '@gateproof/upstreams';
import { Agent } from '../network/node-http.ts';
import type { Peer } from '../store/account-owners.ts';
import { accepted, writePreface } from './peer-preface.ts';

const longestConnectMs = 5000;
const agentOptions: AgentOptions = { keepAlive: true, maxFreeSockets: 256 };

/** A request to another replica. */
export interface PeerRequest extends ClientRequestArgs {
  readonly peer: Peer;
  /** Address of the client that it is passed on for. */
  readonly clientAddress: string;
}

/** Connections to other replicas, kept open for the next request of the same client address. */
export class PeerAgent extends Agent {
  readonly #secret: () => string;

  constructor(secret: () => string) {
    super(agentOptions);
    this.#secret = secret;
  }

  override getName(options?: ClientRequestArgs): string {
    const { peer, clientAddress } = options as PeerRequest;
    return `${peer.id} ${peer.address} ${clientAddress}`;
  }

  override createConnection(
    options: ClientRequestArgs,
    done: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    const { peer, clientAddress } = options as PeerRequest;
    const end = peer.address.lastIndexOf(':');
    const socket = connect({
      host: peer.address.slice(0, end),
      port: Number(peer.address.slice(end + 1)),
      noDelay: true,
    });
    const fail = (error: Error) => {
      limit.cancel();
      socket.off('close', refuse).destroy();
      done(error, socket);
    };
    const refuse = () => fail(new Error(`replica ${peer.id} at ${peer.address} does not answer`));
    const limit = realTime.setTimer(longestConnectMs, refuse);
    socket.once('error', fail);
    socket.once('close', refuse);
    socket.write(writePreface({ secret: this.#secret(), replica: peer.id, clientAddress }));
    readAccepted(socket, () => {
      limit.cancel();
      socket.off('error', fail).off('close', refuse);
      done(null, socket);
    });
  }
}

/** Calls back once the other side has taken the connection; it sends nothing more before it is asked. */
function readAccepted(socket: Socket, then: () => void): void {
  let text = '';
  const read = (piece: Buffer) => {
    text += piece.toString('latin1');
    if (text !== accepted) return;
    socket.off('data', read);
    then();
  };
  socket.on('data', read);
}
