import type { DriverAnswer, DriverOperation } from '@gateproof/spec';
import { NotArranged } from '../check/setup-failed.ts';
import type { RunClock } from '../clock/run-clock.ts';
import { createRecorder } from '../exchange/recorder.ts';
import type { Redactor } from '../exchange/redact.ts';
import type { OpenWorld } from '../run/run-options.ts';
import type { ScriptedGateway } from '../scripted-gateway/scripted-gateway.ts';
import type { ClientWorld } from './client-world.ts';
import { driverExchange } from './driver-exchange.ts';
import type { DriverPool } from './driver-pool.ts';

/** What every world of one run shares. */
export interface ClientMeans {
  readonly options: { readonly prefix: string; readonly runId: string; readonly callLimitMs: number };
  readonly clock: RunClock;
  readonly gateway: ScriptedGateway;
  readonly pool: DriverPool;
  readonly nextExchangeId: () => string;
  readonly redactor: Redactor;
  /** What the driver can be asked to do. */
  readonly operations: readonly DriverOperation[];
}

/** Opens a world for one case: a place of its own at the scripted gateway. */
export function openClientWorld(means: ClientMeans, label: string): OpenWorld<ClientWorld> {
  const { options, clock, gateway, pool, nextExchangeId, redactor, operations } = means;
  const recorder = createRecorder(nextExchangeId);
  const place = gateway.place(recorder);
  redactor.add(place.apiKey);
  let names = 0;
  let statements = 0;
  const world: ClientWorld = {
    prefix: options.prefix,
    unique(what) {
      names += 1;
      return `${what}-${options.runId}-${label}-${names}`;
    },
    exchanges: () => recorder.exchanges(),
    stated: () => {
      statements += 1;
    },
    answer: place.answer,
    requests: place.requests,
    nowS: () => clock.wallMs() / 1000,
    async untilFraction(from, to) {
      const fraction = (clock.wallMs() / 1000) % 1;
      if (fraction < from || fraction >= to) await clock.pause(((from - fraction + 1) % 1) * 1000 + 1);
    },
    pause: (ms) => clock.pause(ms),
    supports: (op) => operations.includes(op),
    async call(op, params, { idempotencyKey, limitMs = options.callLimitMs } = {}) {
      if (!operations.includes(op)) throw new NotArranged(`the driver does not support ${op}`);
      for (const secret of secretsOf(params)) redactor.add(secret, 'SECRET');
      const request = { op, params, base_url: place.baseUrl, api_key: place.apiKey, prefix: options.prefix };
      const called = { operation: op, params, idempotencyKey, atMs: clock.nowMs() };
      const id = recorder.begin();
      const record = (answer?: DriverAnswer) => recorder.record(driverExchange(id, called, clock.nowMs(), answer));
      record();
      const answer = await pool.call(
        idempotencyKey === undefined ? request : { ...request, idempotency_key: idempotencyKey },
        limitMs,
      );
      record(answer);
      return answer;
    },
  };
  const close = async () => {
    place.close();
    return recorder.close();
  };
  return { world, statements: () => statements, close };
}

/** The signing secrets that a driver is given to verify a delivery with. */
function secretsOf({ secrets }: Readonly<Record<string, unknown>>): readonly string[] {
  return Array.isArray(secrets) ? secrets.filter((secret) => typeof secret === 'string') : [];
}
