import { badRequest, type FuzzAccount, type WireRequest } from './bad-request.ts';
import { brokenRequest } from './broken-request.ts';
import { Connection, type Outcome } from './connection.ts';
import { Draw } from './draw.ts';
import { type FuzzedGateway, type Memory, startFuzzedGateway } from './fuzzed-gateway.ts';
import { type FaultKind, faultKinds, faultsOf } from './judge.ts';
import { slowClients } from './slow-clients.ts';

export interface FuzzReport {
  readonly requests: number;
  readonly answers: number;
  /** How many answers had each status. */
  readonly statuses: ReadonlyMap<number, number>;
  readonly faults: Readonly<Record<FaultKind, number>>;
  /** How the gateway ended by itself; undefined: it did not. */
  readonly crash: string | undefined;
  /** Of the first faults: the request and what came. */
  readonly examples: readonly string[];
  /** After a tenth of the requests, and at the end. */
  readonly memory: { readonly start: Memory; readonly end: Memory };
}

export interface FuzzOptions {
  readonly requests: number;
  readonly seed: string;
  /** Clients that never finish their request. Default 20. */
  readonly slowClients?: number;
  progress(requests: number): void;
}

const connections = 24;
const accountLifetime = 2_000;
const limitMs = 20_000;
const brokenShare = 0.12;
/** Most examples of faults that look alike. */
const mostExamples = 3;

/** Sends bad requests to a simulator in a process of its own and judges every answer. */
export async function runFuzz(options: FuzzOptions): Promise<FuzzReport> {
  const gateway = await startFuzzedGateway();
  try {
    return await new FuzzRun(gateway, options).run();
  } finally {
    await gateway.end();
  }
}

class FuzzRun {
  readonly #gateway: FuzzedGateway;
  readonly #options: FuzzOptions;
  readonly #statuses = new Map<number, number>();
  readonly #faults = Object.fromEntries(faultKinds.map((kind) => [kind, 0])) as Record<FaultKind, number>;
  readonly #examples: string[] = [];
  readonly #shown = new Map<string, number>();
  #sent = 0;
  #answers = 0;

  constructor(gateway: FuzzedGateway, options: FuzzOptions) {
    this.#gateway = gateway;
    this.#options = options;
  }

  async run(): Promise<FuzzReport> {
    const { requests, slowClients: slow = 20 } = this.#options;
    const warmUp = Math.floor(requests / 10);
    await this.#batches(warmUp);
    const start = await this.#gateway.memory();
    const slowOnes = slowClients(this.#gateway, slow);
    await this.#batches(requests);
    for (const { request, outcome } of await slowOnes) this.#judge(request, outcome);
    const crash = this.#gateway.crash();
    const end = crash === undefined ? await this.#gateway.memory() : start;
    return {
      requests: this.#sent,
      answers: this.#answers,
      statuses: this.#statuses,
      faults: this.#faults,
      crash,
      examples: this.#examples,
      memory: { start, end },
    };
  }

  /** Goes on until so many requests are sent, each batch in an account of its own. */
  async #batches(until: number): Promise<void> {
    while (this.#sent < until && this.#gateway.crash() === undefined) {
      const account = await this.#arrange('POST', '/_testbed/v1/accounts', '{}');
      if (account === undefined) return;
      const troubled = await this.#arrange('POST', '/_testbed/v1/accounts', '{}');
      const used = { id: account.id, secret: account.key.secret, troubledId: String(troubled?.id) };
      await this.#batch(used, Math.min(accountLifetime, until - this.#sent));
      for (const id of [used.id, used.troubledId]) await this.#arrange('DELETE', `/_testbed/v1/accounts/${id}`, '');
      this.#options.progress(this.#sent);
    }
  }

  async #batch(account: FuzzAccount, count: number): Promise<void> {
    const first = this.#sent;
    this.#sent += count;
    await Promise.all(
      Array.from({ length: connections }, async (_, worker) => {
        const connection = new Connection(this.#gateway, limitMs);
        for (let place = worker; place < count; place += connections) {
          // A request follows from the seed and its number alone, so that a fault can be made again.
          const draw = new Draw(`${this.#options.seed}/${first + place}`);
          const request = draw.chance(brokenShare) ? brokenRequest(draw, account) : badRequest(draw, account);
          if (this.#gateway.crash() !== undefined) return;
          this.#judge(request, await connection.send(request));
        }
        connection.close();
      }),
    );
  }

  #judge(request: WireRequest, outcome: Outcome): void {
    this.#answers += outcome.answers.length;
    for (const { status } of outcome.answers) this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
    for (const { kind, what } of faultsOf(request, outcome)) {
      this.#faults[kind] += 1;
      const alike = `${kind} ${what.slice(0, 60)}`;
      const shown = this.#shown.get(alike) ?? 0;
      this.#shown.set(alike, shown + 1);
      const sent = JSON.stringify(request.bytes.toString('latin1', 0, 700));
      if (shown < mostExamples) this.#examples.push(`${kind}: ${what}\n    for ${sent}`);
    }
    void this.#forgetMadeAccount(request, outcome);
  }

  /** An account that a fuzzed request has made would stay in memory. */
  async #forgetMadeAccount({ path }: WireRequest, { answers }: Outcome): Promise<void> {
    for (const { status, body } of answers) {
      const isMade = status === 201 && /^\/_testbed\/v1\/accounts(\/\w+\/fork)?$/.test(path);
      const id = isMade ? /"id":"(acc_\w+)"/.exec(body)?.[1] : undefined;
      if (id !== undefined) await this.#arrange('DELETE', `/_testbed/v1/accounts/${id}`, '');
    }
  }

  async #arrange(method: string, path: string, body: string) {
    const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`;
    const request = { bytes: Buffer.from(head + body), method, path, isFramed: true };
    const { answers } = await new Connection(this.#gateway, limitMs).send(request);
    const [answer] = answers;
    return answer?.status === 201 ? JSON.parse(answer.body) : undefined;
  }
}
