import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Rule } from '@gateproof/spec';
import type { StandingCheck } from '../check/check.ts';
import { type RunClock, startRunClock } from '../clock/run-clock.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { createExchangeIds } from '../exchange/recorder.ts';
import type { ResultDocument } from '../result/result-document.ts';
import { standingIn } from '../run/standing-ledger.ts';
import { UnreachableError } from '../target/reach.ts';
import { forward } from './forward.ts';
import { judgeTraffic } from './judge-traffic.ts';
import { Traffic } from './traffic.ts';

/** What a judging proxy stands in front of; complete. */
export interface ProxyOptions {
  /** Base URL of the gateway, without `/v1` and without a trailing slash. */
  readonly target: string;
  /** 0 takes any free one. */
  readonly port: number;
  readonly prefix: string;
  /** Standing checks of both parties. */
  readonly checks: readonly StandingCheck[];
  /** Rules to decide, in catalogue order. */
  readonly rules: readonly Rule[];
  readonly toolVersion: string;
  readonly runId: string;
  /** Called with each exchange as it ends, with the rules that it broke by itself. */
  onExchange?(exchange: Exchange, broken: readonly string[]): void;
}

/** A proxy that listens on this machine. */
export interface JudgingProxy {
  readonly url: string;
  /** Waits until every exchange that is under way has ended, at most so long, then judges all of them. */
  finish(limitMs: number): Promise<ResultDocument>;
}

const reachLimitMs = 5_000;

/** Starts a proxy. Throws `UnreachableError` when nothing listens at the target, and what `listen` throws. */
export async function openProxy(options: ProxyOptions): Promise<JudgingProxy> {
  const { target, prefix, checks } = options;
  const clock = startRunClock();
  await assertListening(new URL(target), clock);
  const traffic = new Traffic();
  const nextId = createExchangeIds();
  const running = new Set<Promise<void>>();
  const server = createServer((message, response) => {
    const ended = forward(message, response, { target, clock, id: nextId() }).then((exchange) => {
      traffic.add(exchange);
      const history = { exchanges: [exchange], prefix, baseUrl: target, notes: {} };
      const broken = checks.flatMap((check) =>
        check.rules.filter((rule) => standingIn([check], rule, history).broken !== undefined),
      );
      options.onExchange?.(exchange, broken);
    });
    running.add(ended);
    void ended.finally(() => running.delete(ended));
  });
  await listen(server, options.port);
  const record = {
    ...{ kind: 'proxy' as const, baseUrl: target, prefix, capabilities: [], arguments: ['--target', target] },
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async finish(limitMs) {
      server.close();
      server.closeIdleConnections();
      await Promise.race([Promise.allSettled([...running]), clock.pause(limitMs)]);
      server.closeAllConnections();
      await Promise.allSettled([...running]);
      return judgeTraffic({ ...options, traffic, target: record, clock });
    },
  };
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
