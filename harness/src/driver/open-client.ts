import { type RunClock, startRunClock } from '../clock/run-clock.ts';
import { createExchangeIds } from '../exchange/recorder.ts';
import { createRedactor } from '../exchange/redact.ts';
import { CrashLedger } from '../run/crash-ledger.ts';
import type { ReachedTarget } from '../run/run-options.ts';
import { nothingSmoked } from '../run/smoke-report.ts';
import { ScriptedGateway } from '../scripted-gateway/scripted-gateway.ts';
import { type Closers, closingOnFailure } from '../target/closers.ts';
import { UnreachableError } from '../target/reach.ts';
import type { Driver } from './driver.ts';
import { DriverPool } from './driver-pool.ts';
import { type ClientMeans, openClientWorld } from './open-client-world.ts';
import { startProcessDriver } from './start-process-driver.ts';

/** How a client SDK under test is driven; complete. */
export interface ClientOptions {
  /** The driver's command and arguments; or a function that starts one in this process. */
  readonly driver: readonly string[] | ((clock: RunClock) => Promise<Driver>);
  readonly prefix: string;
  /** Drivers that run side by side. */
  readonly drivers: number;
  /** Longest wait for one answer of the driver, in ms. */
  readonly callLimitMs: number;
  /** Longest wait for the answer to `hello`, in ms: the driver loads its SDK meanwhile. Default 20 s. */
  readonly helloLimitMs?: number;
  readonly runId: string;
  /** Fires when the user asks to stop: what was opened so far is closed. */
  readonly signal?: AbortSignal;
  /** Command-line arguments that start the same driver again. */
  readonly arguments: readonly string[];
}

/** Starts the drivers and the gateway that their client talks to. Throws `UnreachableError` when a driver does not say hello, and `Interrupted`. */
export function openClient(options: ClientOptions): Promise<ReachedTarget> {
  return closingOnFailure((closers) => open(options, closers), options.signal);
}

async function open(options: ClientOptions, closers: Closers): Promise<ReachedTarget> {
  const clock = startRunClock();
  const start = () =>
    typeof options.driver === 'function'
      ? options.driver(clock)
      : startProcessDriver(options.driver, clock, options.helloLimitMs);
  const first = await start().catch((error: unknown) => {
    throw new UnreachableError((error as Error).message, { cause: error });
  });
  const pool = new DriverPool(first, start, options.drivers);
  closers.add(() => pool.close());
  const gateway = await ScriptedGateway.open(clock);
  closers.add(() => gateway.close());
  const nextExchangeId = createExchangeIds();
  const redactor = createRedactor();
  const means: ClientMeans = {
    options,
    clock,
    gateway,
    pool,
    nextExchangeId,
    redactor,
    operations: first.description.operations,
    features: first.description.features ?? [],
    crashes: new CrashLedger('The driver exits'),
  };
  return {
    record: {
      kind: 'client',
      baseUrl: first.description.name,
      prefix: options.prefix,
      capabilities: [],
      arguments: options.arguments,
    },
    capabilities: new Set(),
    clockScope: 'account',
    openWorld: async (label) => openClientWorld(means, label),
    alive: async () => true,
    crashes: means.crashes,
    smoke: async () => nothingSmoked,
    redact: (text) => redactor.redact(text),
    close: () => closers.close(),
  };
}
