import type { DriverAnswer, DriverFeature, DriverOperation } from '@gateproof/spec';
import { Disturbed, NotArranged, Withheld } from '../check/setup-failed.ts';
import type { RunClock } from '../clock/run-clock.ts';
import { createRecorder, type Recorder } from '../exchange/recorder.ts';
import type { Redactor } from '../exchange/redact.ts';
import type { CrashLedger } from '../run/crash-ledger.ts';
import type { OpenWorld } from '../run/run-options.ts';
import type { ScriptedGateway, ScriptedPlace } from '../scripted-gateway/scripted-gateway.ts';
import { callKind, callKinds } from './call-kinds.ts';
import type { CallClient, ClientWorld } from './client-world.ts';
import type { Driver } from './driver.ts';
import { DriverDied } from './driver-died.ts';
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
  readonly features: readonly DriverFeature[];
  /** The calls that make the driver exit. */
  readonly crashes: CrashLedger;
}

/** Opens a world for one case: a place of its own at the scripted gateway. */
export function openClientWorld(means: ClientMeans, label: string): OpenWorld<ClientWorld> {
  const { options, clock, gateway, pool, nextExchangeId, operations, features } = means;
  const recorder = createRecorder(nextExchangeId);
  const place = gateway.place(recorder);
  for (const key of Object.values(place.apiKeys)) means.redactor.add(key);
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
    takes: (feature) => features.includes(feature),
    apiKeys: place.apiKeys,
    apiKeyOf: place.apiKeyOf,
    needs(...wanted) {
      const missing = wanted.filter((feature) => !features.includes(feature));
      if (missing.length > 0) throw new NotArranged(`the driver does not name the feature ${missing.join(', ')}`);
    },
    call: caller(
      { ...means, baseUrlFor: (op) => (mayBeKept(op) ? place.freshBaseUrl() : place.baseUrl) },
      place,
      recorder,
      (...call) => pool.call(...call),
    ),
    onOneClient: (use) =>
      pool.onOne((send) => use(caller({ ...means, baseUrlFor: () => place.baseUrl }, place, recorder, send))),
  };
  const close = async () => {
    place.close();
    return recorder.close();
  };
  return {
    world,
    statements: () => statements,
    requestKinds: () => callKinds(recorder.exchanges()),
    troubleBehind: (thrown) => (thrown instanceof DriverDied ? exitOf(thrown) : thrown),
    close,
  };
}

/** A driver that exits decides nothing, unless it exits again when the case runs alone: then its last call is to blame. */
function exitOf(died: DriverDied): Disturbed {
  const [exchange = ''] = died.exchanges;
  return new Disturbed(died.message, { exchange, otherwise: died, isAbsence: true });
}

/** What a client may keep, so that only calls on one client share it: the catalogue, and links that have not expired. */
const mayBeKept = (op: DriverOperation) => ['list_models', 'get_model', 'open_output'].includes(op);

/** Calls of a case, each recorded with what came of it. */
function caller(
  means: ClientMeans & { baseUrlFor(op: DriverOperation): string },
  place: ScriptedPlace,
  recorder: Recorder,
  send: Driver['call'],
): CallClient {
  const { options, clock, redactor, operations, baseUrlFor } = means;
  return async (op, params, { idempotencyKey, limitMs = options.callLimitMs, signal, key = 'first' } = {}) => {
    if (!operations.includes(op)) throw new NotArranged(`the driver does not support ${op}`);
    const crash = means.crashes.withheld([callKind(op)]);
    if (crash !== undefined) throw new Withheld(crash);
    for (const secret of secretsOf(params)) redactor.add(secret, 'SECRET');
    const apiKey = place.apiKeyOf(key);
    redactor.add(apiKey);
    const request = { op, params, base_url: baseUrlFor(op), api_key: apiKey, prefix: options.prefix };
    const called = { operation: op, params, idempotencyKey, atMs: clock.nowMs() };
    const id = recorder.begin();
    const record = (answer?: DriverAnswer | 'cut') =>
      recorder.record(driverExchange(id, called, clock.nowMs(), answer));
    record();
    const keyed = idempotencyKey === undefined ? request : { ...request, idempotency_key: idempotencyKey };
    const answer = await send(keyed, limitMs, signal).catch((error: unknown) => {
      if (!(error instanceof DriverDied)) throw error;
      record('cut');
      throw new DriverDied(error.message, { exchanges: [id] });
    });
    record(answer);
    place.requireAnswers();
    return answer;
  };
}

/** The signing secrets that a driver is given to verify a delivery with. */
function secretsOf({ secrets }: Readonly<Record<string, unknown>>): readonly string[] {
  return Array.isArray(secrets) ? secrets.filter((secret) => typeof secret === 'string') : [];
}
