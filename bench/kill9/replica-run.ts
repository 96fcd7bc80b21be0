import { randomFrom } from '../../simulator/src/ids/random.ts';
import { clock } from '../clock.ts';
import { makeAccount } from './account.ts';
import { call } from './client.ts';
import { type GatewayProcess, loadGateway } from './gateway-process.ts';
import { Load } from './load.ts';
import { Promises } from './promises.ts';
import { type Scene, verify, verifyEnd } from './verify.ts';
import { openWorld } from './world.ts';

export interface ReplicaKillReport {
  readonly jobs: number;
  readonly keys: number;
  readonly attempts: number;
  /** One line for each promise that was not kept. */
  readonly broken: readonly string[];
}

export interface ReplicaKillOptions {
  /** URL of the database that the replicas share. */
  readonly data: string;
  readonly replicas: number;
  readonly kills: number;
  readonly seed: string;
  progress(kills: number): void;
}

/** A replica that serves. */
interface Live {
  readonly gateway: GatewayProcess;
  readonly url: string;
}

const requestsPerRound = 10;
const longestLifeMs = 250;
const days = 2;

/** Kills one of several replicas at random moments under load that goes to all of them, starts another in its place, and holds all to what any promised. */
export async function runReplicaKills(options: ReplicaKillOptions): Promise<ReplicaKillReport> {
  const world = await openWorld();
  const run = new ReplicaRun(world, options);
  try {
    return await run.run();
  } finally {
    await run.end();
    await world.close();
  }
}

class ReplicaRun {
  readonly #world: Scene['world'];
  readonly #options: ReplicaKillOptions;
  readonly #draw: () => number;
  readonly #promises = new Promises();
  #live: readonly Live[] = [];

  constructor(world: Scene['world'], options: ReplicaKillOptions) {
    this.#world = world;
    this.#options = options;
    const random = randomFrom(options.seed);
    this.#draw = () => random() / 2 ** 32;
  }

  async run(): Promise<ReplicaKillReport> {
    const { kills, replicas, progress } = this.#options;
    for (let n = 0; n < replicas; n += 1) this.#live = [...this.#live, await this.#start()];
    const account = await makeAccount(this.#anyUrl(), this.#world);
    const load = new Load(account, this.#promises, this.#draw);
    const scene = { account, promises: this.#promises, load, world: this.#world };
    for (let kill = 0; kill < kills; kill += 1) {
      await this.#round(scene);
      progress(kill + 1);
    }
    await this.#finish(scene);
    const { jobs, keyed, broken } = this.#promises;
    return { jobs: jobs.size, keys: keyed.length, attempts: this.#world.receiver.deliveries.length, broken };
  }

  async end(): Promise<void> {
    await Promise.all(this.#live.map(({ gateway }) => gateway.kill()));
  }

  async #start(): Promise<Live> {
    const gateway = loadGateway(this.#options.data, this.#options.seed);
    return { gateway, url: await gateway.go() };
  }

  #any(): Live {
    const chosen = this.#live[Math.floor(this.#draw() * this.#live.length)];
    if (chosen === undefined) throw new Error('no replica serves');
    return chosen;
  }

  readonly #anyUrl = () => this.#any().url;

  /** Load on all, the end of one of them in its midst, and another in its place. What was promised is looked at while that one starts. */
  async #round(scene: Scene): Promise<void> {
    this.#world.receiver.state.status = this.#draw() < 0.5 ? 200 : 500;
    const sent = scene.load.send(this.#anyUrl, requestsPerRound);
    await clock.pause(this.#draw() * longestLifeMs);
    const victim = this.#any();
    await victim.gateway.kill();
    this.#live = this.#live.filter((one) => one !== victim);
    const next = this.#start();
    next.catch(() => undefined);
    await sent;
    const { jobs, keyed } = this.#promises;
    const newest = -2 * requestsPerRound;
    await verify(this.#anyUrl(), scene, { jobs: [...jobs.keys()].slice(newest), keyed: keyed.slice(newest) });
    this.#live = [...this.#live, await next];
  }

  /** No more kills: everything comes to its end. */
  async #finish(scene: Scene): Promise<void> {
    this.#world.receiver.state.status = 200;
    const { jobs, keyed } = this.#promises;
    await verify(this.#anyUrl(), scene, { jobs: [], keyed });
    for (let turn = 0; turn < 50; turn += 1) {
      const open = [...jobs].filter(([, state]) => state === undefined).map(([id]) => id);
      if (open.length === 0) break;
      await verify(this.#anyUrl(), scene, { jobs: open, keyed: [] });
    }
    const advance = { method: 'POST', path: `${scene.account.path}/clock/advance`, body: { ms: 86_400_000 } } as const;
    for (let day = 0; day < days; day += 1) await call(this.#anyUrl(), advance);
    await verify(this.#anyUrl(), scene, { jobs: [...jobs.keys()], keyed });
    await verifyEnd(this.#anyUrl(), scene);
  }
}
