import type { DriverAnswer } from '@gateproof/spec';
import { NotArranged, SetupFailed } from '../check/setup-failed.ts';
import { type RunClock, startRunClock } from '../clock/run-clock.ts';
import { createExchangeIds, createRecorder } from '../exchange/recorder.ts';
import { createRedactor } from '../exchange/redact.ts';
import type { OpenWorld, ReachedTarget } from '../run/run-options.ts';
import { ScriptedGateway } from '../scripted-gateway/scripted-gateway.ts';
import { UnreachableError } from '../target/reach.ts';
import type { ClientWorld } from './client-world.ts';
import { type Driver, DriverTrouble } from './driver.ts';
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
  readonly runId: string;
  /** Command-line arguments that start the same driver again. */
  readonly arguments: readonly string[];
}

/** Starts the drivers and the gateway that their client talks to. Throws `UnreachableError` when a driver does not say hello. */
export async function openClient(options: ClientOptions): Promise<ReachedTarget> {
  const clock = startRunClock();
  const start = () =>
    typeof options.driver === 'function' ? options.driver(clock) : startProcessDriver(options.driver, clock);
  const first = await start().catch((error: unknown) => {
    throw new UnreachableError((error as Error).message, { cause: error });
  });
  const gateway = await ScriptedGateway.open(clock);
  const nextExchangeId = createExchangeIds();
  const pool = new DriverPool(first, start, options.drivers);
  const redactor = createRedactor();
  const openWorld = (label: string): OpenWorld<ClientWorld> => {
    const recorder = createRecorder(nextExchangeId);
    const place = gateway.place(recorder);
    let names = 0;
    let statements = 0;
    let acts = 0;
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
      async call(op, params, { idempotencyKey, limitMs = options.callLimitMs } = {}) {
        if (!first.description.operations.includes(op)) throw new NotArranged(`the driver does not support ${op}`);
        acts += 1;
        const request = { op, params, base_url: place.baseUrl, api_key: place.apiKey, prefix: options.prefix };
        return pool.call(
          idempotencyKey === undefined ? request : { ...request, idempotency_key: idempotencyKey },
          limitMs,
        );
      },
    };
    const close = async () => {
      place.close();
      // A case that only verifies signatures exchanges nothing over HTTP; what it asked of the driver counts.
      return recorder.close();
    };
    return { world, statements: () => statements, acts: () => acts, close };
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
    openWorld: async (label) => openWorld(label),
    alive: async () => true,
    smoke: async () => undefined,
    redact: (text) => redactor.redact(text),
    async close() {
      await pool.close();
      await gateway.close();
    },
  };
}

/** Lends each call a driver of its own; one that failed its protocol is replaced. */
class DriverPool {
  readonly #start: () => Promise<Driver>;
  readonly #idle: Driver[];
  readonly #waiting: ((driver: Driver) => void)[] = [];
  #room: number;

  constructor(first: Driver, start: () => Promise<Driver>, size: number) {
    this.#start = start;
    this.#idle = [first];
    this.#room = size - 1;
  }

  async call(request: Parameters<Driver['call']>[0], limitMs: number): Promise<DriverAnswer> {
    const driver = await this.#take();
    try {
      const answer = await driver.call(request, limitMs);
      this.#giveBack(driver);
      return answer;
    } catch (error) {
      void driver.close();
      this.#giveBack(await this.#start().catch(() => driver));
      throw error instanceof DriverTrouble ? new SetupFailed(error.message) : error;
    }
  }

  async #take(): Promise<Driver> {
    const idle = this.#idle.pop();
    if (idle !== undefined) return idle;
    if (this.#room > 0) {
      this.#room -= 1;
      return this.#start();
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #giveBack(driver: Driver): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#idle.push(driver);
    else next(driver);
  }

  async close(): Promise<void> {
    await Promise.all(this.#idle.map((driver) => driver.close()));
  }
}
