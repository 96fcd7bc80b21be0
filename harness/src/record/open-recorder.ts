import { type Cassette, type CassetteExchange, cassetteFormat } from '@gateproof/spec';
import { startRunClock } from '../clock/run-clock.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { openForwarding } from '../proxy/open-forwarding.ts';
import { Traffic } from '../proxy/traffic.ts';
import { cassetteExchange } from './cassette-exchange.ts';

export interface RecorderOptions {
  /** Base URL of the gateway, without `/v1` and without a trailing slash. */
  readonly target: string;
  /** 0 takes any free one. */
  readonly port: number;
  readonly prefix: string;
  /** Called with each exchange as it ends. */
  onExchange?(exchange: Exchange): void;
}

/** Records what passes between clients and a gateway. */
export interface Recorder {
  readonly url: string;
  /** Waits until every exchange that is under way has ended, at most so long, and returns what was recorded, without the secrets that were seen. */
  finish(limitMs: number): Promise<Cassette>;
}

/** Starts a recorder on this machine. Throws `UnreachableError` when nothing listens at the target, and what `listen` throws. */
export async function openRecorder({ target, port, prefix, onExchange }: RecorderOptions): Promise<Recorder> {
  const clock = startRunClock();
  const traffic = new Traffic();
  const forwarding = await openForwarding({
    ...{ target, port, clock },
    onExchange(exchange) {
      traffic.add(exchange);
      onExchange?.(exchange);
    },
  });
  return {
    url: forwarding.url,
    async finish(limitMs) {
      await forwarding.close(limitMs);
      const recordedAt = new Date(clock.wallMs() - clock.nowMs()).toISOString();
      const exchanges = traffic
        .all()
        .toSorted((one, other) => one.request.atMs - other.request.atMs)
        .flatMap((exchange) => cassetteExchange(exchange, target) ?? []);
      const redactor = traffic.redactor(prefix);
      return {
        ...{ format: cassetteFormat, target, recordedAt },
        exchanges: redacted(exchanges, (text) => redactor.redact(text)) as readonly CassetteExchange[],
      };
    },
  };
}

/** The same value with every text in it redacted, names of fields included. */
function redacted(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item) => redacted(item, redact));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [redact(name), redacted(item, redact)]));
}
