import { Agent, setGlobalDispatcher } from 'undici';
import { clock } from '../clock.ts';
import { Draw } from '../fuzz/draw.ts';
import { settle } from './settle.ts';
import { SoakAccount } from './soak-account.ts';
import { openSoakWorld, type SoakWorld } from './soak-world.ts';
import { type End, type SoakedGateway, startSoakedGateway, type Usage } from './soaked-gateway.ts';

export interface SoakOptions {
  /** How long new rounds begin, in s. Two rounds are made at least: memory is compared with what it was after the first. */
  readonly seconds: number;
  /** Streams that are open at once. */
  readonly streams: number;
  /** Jobs that run at once. */
  readonly jobs: number;
  readonly seed: string;
  /** File in which the gateway keeps everything. Default: memory. */
  readonly data?: string | undefined;
  progress(line: string): void;
}

/** Memory and sockets under the load of a round, and after everything in it was removed. */
export interface SoakRound {
  readonly loaded: Usage;
  readonly empty: Usage;
}

export interface SoakReport {
  readonly rounds: readonly SoakRound[];
  readonly streamsOpened: number;
  readonly jobs: number;
  readonly attempts: number;
  /** One line for each thing that was lost, doubled or came to somebody else. */
  readonly problems: readonly string[];
  /** Answers of the endpoint that were still open after all rounds. */
  readonly leftAtEndpoint: number;
  /** How the gateway ended when it was asked to with all streams open. */
  readonly end: End;
  /** Streams of the last moment whose connection was not closed by that. */
  readonly openAfterEnd: number;
  readonly trouble: string;
}

const accounts = 8;
const roundMs = 45_000;
/** Of the streams and jobs, in an account that is reset in the middle of the round. */
const resetShare = 0.01;
const idleLimitMs = 30_000;

/** Rounds of mixed load on one gateway, then its end with streams open. */
export async function runSoak(options: SoakOptions): Promise<SoakReport> {
  // Connections of this process are kept for a second, so that those of the gateway which stay are its own.
  setGlobalDispatcher(new Agent({ keepAliveTimeout: 1_000, keepAliveMaxTimeout: 1_000 }));
  const world = await openSoakWorld();
  const gateway = await startSoakedGateway(options.seed, options.data);
  try {
    return await new SoakRun(gateway, world, options).run();
  } finally {
    await gateway.end();
    await world.close();
  }
}

class SoakRun {
  readonly #gateway: SoakedGateway;
  readonly #world: SoakWorld;
  readonly #options: SoakOptions;
  readonly #draw: Draw;
  readonly #problems: string[] = [];
  #streamsOpened = 0;
  #jobs = 0;
  #attempts = 0;

  constructor(gateway: SoakedGateway, world: SoakWorld, options: SoakOptions) {
    this.#gateway = gateway;
    this.#world = world;
    this.#options = options;
    this.#draw = new Draw(options.seed);
  }

  async run(): Promise<SoakReport> {
    const endsAtMs = clock.nowMs() + this.#options.seconds * 1_000;
    const rounds: SoakRound[] = [];
    while (rounds.length < 2 || clock.nowMs() < endsAtMs) {
      const roundEndsAtMs = Math.min(clock.nowMs() + roundMs, Math.max(endsAtMs, clock.nowMs() + 1_000));
      rounds.push(await this.#round(roundEndsAtMs));
      this.#options.progress(`round ${rounds.length}: ${describe(rounds.at(-1))}`);
    }
    const leftAtEndpoint = this.#world.endpoint.open();
    return { rounds, leftAtEndpoint, ...(await this.#endUnderLoad()), ...this.#counts() };
  }

  #counts() {
    const [streamsOpened, jobs, attempts] = [this.#streamsOpened, this.#jobs, this.#attempts];
    return { streamsOpened, jobs, attempts, problems: this.#problems, trouble: this.#gateway.trouble() };
  }

  /** Accounts are filled, kept busy, reset or settled, and removed. */
  async #round(endsAtMs: number): Promise<SoakRound> {
    const { streams, jobs } = this.#options;
    const busy = await this.#make(accounts);
    const [doomed] = await this.#make(1);
    await Promise.all(busy.map((one) => one.fill(Math.ceil(streams / accounts), Math.ceil(jobs / accounts))));
    await doomed?.fill(Math.ceil(streams * resetShare), Math.ceil(jobs * resetShare));
    const loaded = await this.#gateway.usage();
    await this.#keepBusy(busy, endsAtMs);
    await doomed?.reset();
    this.#world.receiver.state.status = 200;
    for (const account of [...busy, ...(doomed === undefined ? [] : [doomed])]) {
      this.#streamsOpened += account.opened;
      this.#jobs += account.jobs.size;
      this.#problems.push(...(await settle(account, this.#world)));
      await account.remove();
    }
    this.#attempts += this.#world.receiver.deliveries.splice(0).length;
    return { loaded, empty: await this.#idle() };
  }

  #make(count: number): Promise<readonly SoakAccount[]> {
    const { url } = this.#gateway;
    return Promise.all(Array.from({ length: count }, () => SoakAccount.make(url, this.#world, this.#draw)));
  }

  async #keepBusy(busy: readonly SoakAccount[], endsAtMs: number): Promise<void> {
    do {
      this.#world.receiver.state.status = this.#draw.chance(0.5) ? 200 : 500;
      await Promise.all(busy.map((account) => account.churn()));
    } while (clock.nowMs() < endsAtMs);
  }

  /** What is left once kept connections have had their time to close. */
  async #idle(): Promise<Usage> {
    const limitMs = clock.nowMs() + idleLimitMs;
    let usage = await this.#gateway.usage();
    while (usage.sockets > 0 && clock.nowMs() < limitMs) {
      await clock.pause(500);
      usage = await this.#gateway.usage();
    }
    return usage;
  }

  async #endUnderLoad(): Promise<Pick<SoakReport, 'end' | 'openAfterEnd'>> {
    const [account] = await this.#make(1);
    await account?.fill(this.#options.streams, 1);
    let open = account?.streams.length ?? 0;
    for (const { ended } of account?.streams ?? []) {
      void ended.then(() => {
        open -= 1;
      });
    }
    const end = await this.#gateway.end();
    await clock.pause(200);
    return { end, openAfterEnd: open };
  }
}

const mebibytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MiB`;

function describe(round: SoakRound | undefined): string {
  if (round === undefined) return '';
  const { loaded, empty } = round;
  return `heap ${mebibytes(loaded.heapUsed)} and ${loaded.sockets} sockets loaded; heap ${mebibytes(empty.heapUsed)}, ${empty.sockets} sockets and ${empty.timers} timers empty; longest stall ${Math.round(Math.max(loaded.stallMs, empty.stallMs))} ms`;
}
