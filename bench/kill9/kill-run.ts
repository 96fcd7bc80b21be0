import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomFrom } from '../../simulator/src/ids/random.ts';
import { clock } from '../clock.ts';
import { makeAccount } from './account.ts';
import { call } from './client.ts';
import { type GatewayProcess, loadGateway } from './gateway-process.ts';
import { Load } from './load.ts';
import { Promises } from './promises.ts';
import { type Scene, verify, verifyEnd } from './verify.ts';
import { openWorld } from './world.ts';

export interface KillReport {
  readonly kills: number;
  /** Of them, while the gateway was starting. */
  readonly killsAtStart: number;
  readonly jobs: number;
  readonly keys: number;
  /** Keys whose first answer was lost with a kill and that were answered or refused later. */
  readonly keysCut: number;
  readonly attempts: number;
  /** One line for each promise that was not kept. */
  readonly broken: readonly string[];
}

const requestsPerRound = 10;
const longestLifeMs = 250;
const longestStartMs = 60;
const days = 2;

/** Kills a gateway at random moments under load and takes it up again, and holds it to everything that it promised. */
export async function runKills(options: {
  readonly kills: number;
  readonly seed: string;
  progress(kills: number): void;
}): Promise<KillReport> {
  const folder = mkdtempSync(join(tmpdir(), 'gateproof-kill9-'));
  const world = await openWorld();
  try {
    return await new KillRun(join(folder, 'data.sqlite'), world, options).run();
  } finally {
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

class KillRun {
  readonly #data: string;
  readonly #world: Scene['world'];
  readonly #options: Parameters<typeof runKills>[0];
  readonly #draw: () => number;
  readonly #promises = new Promises();
  #killsAtStart = 0;
  #keysCut = 0;
  #next: GatewayProcess | undefined;

  constructor(data: string, world: Scene['world'], options: Parameters<typeof runKills>[0]) {
    this.#data = data;
    this.#world = world;
    this.#options = options;
    const random = randomFrom(options.seed);
    this.#draw = () => random() / 2 ** 32;
  }

  async run(): Promise<KillReport> {
    const { kills, progress } = this.#options;
    try {
      const scene = await this.#begin();
      for (let kill = 0; kill < kills; kill += 1) {
        await this.#round(scene);
        progress(kill + 1);
      }
      await this.#end(scene);
    } finally {
      await this.#next?.kill();
    }
    const { jobs, keyed, broken } = this.#promises;
    return {
      kills,
      killsAtStart: this.#killsAtStart,
      jobs: jobs.size,
      keys: keyed.length,
      keysCut: this.#keysCut,
      attempts: this.#world.receiver.deliveries.length,
      broken,
    };
  }

  /** The next gateway; the one after it is loaded meanwhile. */
  #take(): GatewayProcess {
    const taken = this.#next ?? this.#load();
    this.#next = this.#load();
    return taken;
  }

  #load(): GatewayProcess {
    return loadGateway(this.#data, this.#options.seed);
  }

  async #begin(): Promise<Scene> {
    const gateway = this.#take();
    const account = await makeAccount(await gateway.go(), this.#world);
    await gateway.kill();
    const load = new Load(account, this.#promises, this.#draw);
    return { account, promises: this.#promises, load, world: this.#world };
  }

  /** One life of the gateway, from its start to its kill. */
  async #round(scene: Scene): Promise<void> {
    const gateway = this.#take();
    const ready = gateway.go();
    if (this.#draw() < 0.1) {
      await clock.pause(this.#draw() * longestStartMs);
      this.#killsAtStart += 1;
      return gateway.kill();
    }
    const url = await ready;
    await verify(url, scene, this.#sample());
    this.#world.receiver.state.status = this.#draw() < 0.5 ? 200 : 500;
    const sent = scene.load.send(() => url, requestsPerRound);
    await clock.pause(this.#draw() * longestLifeMs);
    await gateway.kill();
    await sent;
    this.#keysCut += this.#promises.keyed.slice(-requestsPerRound).filter(({ first }) => first === undefined).length;
  }

  /** What is looked at after each start: the newest, and some of the older. */
  #sample() {
    const pick = <T>(items: readonly T[]) =>
      items.filter(
        (_item, place) => place >= items.length - 2 * requestsPerRound || this.#draw() < 10 / Math.max(1, items.length),
      );
    return { jobs: pick([...this.#promises.jobs.keys()]), keyed: pick(this.#promises.keyed) };
  }

  /** A last life without a kill, in which everything comes to its end. */
  async #end(scene: Scene): Promise<void> {
    const gateway = this.#take();
    const url = await gateway.go();
    this.#world.receiver.state.status = 200;
    const { jobs, keyed } = this.#promises;
    await verify(url, scene, { jobs: [], keyed });
    for (let turn = 0; turn < 50; turn += 1) {
      const open = [...jobs].filter(([, state]) => state === undefined).map(([id]) => id);
      if (open.length === 0) break;
      await verify(url, scene, { jobs: open, keyed: [] });
    }
    const advance = { method: 'POST', path: `${scene.account.path}/clock/advance`, body: { ms: 86_400_000 } } as const;
    for (let day = 0; day < days; day += 1) await call(url, advance);
    await verify(url, scene, { jobs: [...jobs.keys()], keyed });
    await verifyEnd(url, scene);
    await gateway.kill();
  }
}
