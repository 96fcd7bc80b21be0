import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { foreignRequest } from '@gateproof/spec';
import type { RunClock } from '../clock/run-clock.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { createExchangeIds } from '../exchange/recorder.ts';
import { UnreachableError } from '../target/reach.ts';
import { forward } from './forward.ts';

export interface ForwardingOptions {
  /** Base URL of the gateway, without `/v1` and without a trailing slash. */
  readonly target: string;
  /** 0 takes any free one. */
  readonly port: number;
  readonly clock: RunClock;
  /** Called with each exchange as it ends. */
  onExchange(exchange: Exchange): void;
}

/** Listens on this machine and passes on to a gateway what comes. */
export interface OpenForwarding {
  readonly url: string;
  /** Waits until every exchange that is under way has ended, at most so long, then cuts those that are left. */
  close(limitMs: number): Promise<void>;
}

const reachLimitMs = 5_000;

/** Throws `UnreachableError` when nothing listens at the target, and what `listen` throws. */
export async function openForwarding(options: ForwardingOptions): Promise<OpenForwarding> {
  const { target, clock, onExchange } = options;
  await assertListening(new URL(target), clock);
  const nextId = createExchangeIds();
  const running = new Set<Promise<void>>();
  const server = createServer((message, response) => {
    const foreign = foreignRequest(message.headers);
    if (foreign !== undefined) {
      response.writeHead(403, { 'content-type': 'text/plain', connection: 'close' }).end(`${refusalOf(foreign)}\n`);
      return;
    }
    const ended = forward(message, response, { target, clock, id: nextId() }).then(onExchange);
    running.add(ended);
    void ended.finally(() => running.delete(ended));
  });
  await listen(server, options.port);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close(limitMs) {
      server.close();
      server.closeIdleConnections();
      await Promise.race([Promise.allSettled([...running]), clock.pause(limitMs)]);
      server.closeAllConnections();
      await Promise.allSettled([...running]);
    },
  };
}

/** A page that reaches a proxy of this machine would reach with it whatever the target refuses to strangers. */
function refusalOf(foreign: string): string {
  return `gateproof proxy: it serves clients on this machine, and this request is foreign: ${foreign}`;
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
}

function assertListening({ hostname, port, protocol, href }: URL, clock: RunClock): Promise<void> {
  return new Promise((resolve, reject) => {
    const defaultPort = protocol === 'https:' ? 443 : 80;
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? defaultPort : Number(port) });
    const end = (error?: Error) => {
      cancel();
      socket.destroy();
      if (error === undefined) resolve();
      else
        reject(
          new UnreachableError(
            `cannot connect to ${href} (${error.message}); is the gateway running, and is the URL right?`,
          ),
        );
    };
    const cancel = clock.after(reachLimitMs, () => end(new Error(`no answer within ${reachLimitMs / 1000} s`)));
    socket.on('error', end);
    socket.on('connect', () => end());
  });
}
