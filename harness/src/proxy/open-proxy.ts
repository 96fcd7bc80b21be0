import type { Rule } from '@gateproof/spec';
import type { StandingCheck } from '../check/check.ts';
import { startRunClock } from '../clock/run-clock.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { ResultDocument } from '../result/result-document.ts';
import { standingIn } from '../run/standing-ledger.ts';
import { judgeTraffic } from './judge-traffic.ts';
import { openForwarding } from './open-forwarding.ts';
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

/** Starts a proxy. Throws `UnreachableError` when nothing listens at the target, and what `listen` throws. */
export async function openProxy(options: ProxyOptions): Promise<JudgingProxy> {
  const { target, port, prefix, checks } = options;
  const clock = startRunClock();
  const traffic = new Traffic();
  const forwarding = await openForwarding({
    ...{ target, port, clock },
    onExchange(exchange) {
      traffic.add(exchange);
      const history = { exchanges: [exchange], prefix, baseUrl: target, notes: {} };
      const broken = checks.flatMap((check) =>
        check.rules.filter((rule) => standingIn([check], rule, history).broken !== undefined),
      );
      options.onExchange?.(exchange, broken);
    },
  });
  const record = {
    ...{ kind: 'proxy' as const, baseUrl: target, prefix, capabilities: [], arguments: ['--target', target] },
  };
  return {
    url: forwarding.url,
    async finish(limitMs) {
      await forwarding.close(limitMs);
      return judgeTraffic({ ...options, traffic, target: record, clock });
    },
  };
}
