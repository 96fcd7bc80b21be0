import { readFileSync } from 'node:fs';
import { call } from '../kill9/client.ts';
import { type GatewayProcess, loadGateway } from '../kill9/gateway-process.ts';

/** Who is asked for an account: any replica in turn, or the one that has it. */
export type Way = 'any' | 'owner';

export interface Throughput {
  readonly requests: number;
  /** Processor time of all replicas together, in seconds; the database's is not in it. */
  readonly cpuSeconds: number;
}

interface Replica {
  readonly gateway: GatewayProcess;
  readonly url: string;
}

interface Account {
  readonly secret: string;
  readonly owner: Replica;
}

const accountCount = 12;
const atOnceEach = 16;
const ticksPerSecond = 100;
const bodies = {
  chat: {
    path: '/v1/chat/completions',
    body: { model: 'gateproof/echo', messages: [{ role: 'user', content: 'hi' }] },
  },
  job: { path: '/v1/images/generations', body: { model: 'gateproof/image', prompt: 'x' } },
} as const;

export type Kind = keyof typeof bodies;
export const kinds: readonly Kind[] = ['chat', 'job'];
export const ways: readonly Way[] = ['owner', 'any'];

/** Replicas on one database, with accounts that are spread over them evenly. */
export class MeasuredReplicas {
  readonly #replicas: readonly Replica[];
  readonly #accounts: readonly Account[];

  private constructor(replicas: readonly Replica[], accounts: readonly Account[]) {
    this.#replicas = replicas;
    this.#accounts = accounts;
  }

  static async start(data: string, count: number): Promise<MeasuredReplicas> {
    const replicas: Replica[] = [];
    for (let n = 0; n < count; n += 1) {
      const gateway = loadGateway(data, 'throughput');
      replicas.push({ gateway, url: await gateway.go() });
    }
    const accounts: Account[] = [];
    for (let n = 0; n < accountCount; n += 1) {
      const owner = replicas[n % count] as Replica;
      const made = await call(owner.url, { method: 'POST', path: '/_testbed/v1/accounts', body: {} });
      accounts.push({ secret: JSON.parse(made?.text ?? '').key.secret, owner });
    }
    return new MeasuredReplicas(replicas, accounts);
  }

  /** Sends requests of every kind in every way, so that no process is measured while it warms up. */
  async warmUp(requestsEach: number): Promise<void> {
    for (const kind of kinds) for (const way of ways) await this.#send(kind, way, requestsEach * this.#replicas.length);
  }

  /** Sends so many requests for each replica, and returns what they cost. Throws when one is refused. */
  async measure(kind: Kind, way: Way, requestsEach: number): Promise<Throughput> {
    const requests = requestsEach * this.#replicas.length;
    const before = this.#cpuSeconds();
    await this.#send(kind, way, requests);
    return { requests, cpuSeconds: this.#cpuSeconds() - before };
  }

  async end(): Promise<void> {
    await Promise.all(this.#replicas.map(({ gateway }) => gateway.kill()));
  }

  async #send(kind: Kind, way: Way, requests: number): Promise<void> {
    let sent = 0;
    const sendOnWithOne = async () => {
      while (sent < requests) {
        const number = sent;
        sent += 1;
        const { secret, owner } = this.#accounts[number % accountCount] as Account;
        // Not in step with the accounts: each account's requests go round all replicas.
        const replica = this.#replicas[Math.floor(number / accountCount) % this.#replicas.length] as Replica;
        const { url } = way === 'owner' ? owner : replica;
        const answer = await call(url, { method: 'POST', ...bodies[kind], secret });
        if (answer === undefined || answer.status >= 300) throw new Error(`${kind}: ${answer?.status} ${answer?.text}`);
      }
    };
    await Promise.all(Array.from({ length: atOnceEach * this.#replicas.length }, sendOnWithOne));
  }

  #cpuSeconds(): number {
    const ticks = this.#replicas.map(({ gateway }) => {
      const [user, system] =
        readFileSync(`/proc/${gateway.pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13) ?? [];
      return Number(user) + Number(system);
    });
    return ticks.reduce((sum, one) => sum + one, 0) / ticksPerSecond;
  }
}
