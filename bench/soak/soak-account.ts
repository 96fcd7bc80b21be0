import type { Draw } from '../fuzz/draw.ts';
import { call } from '../kill9/client.ts';
import { type HeldStream, openStream } from './held-stream.ts';
import { held } from './soak-endpoint.ts';
import type { SoakWorld } from './soak-world.ts';

const models = { text: 'soak/text', image: 'soak/image' } as const;
const atOnce = 50;
/** A clock that goes on by hours makes hundreds of deliveries before it answers. */
const arrangeLimitMs = 300_000;

/** One account under mixed load, with the streams and jobs that it has open, and what went wrong with them. */
export class SoakAccount {
  readonly jobs = new Set<string>();
  readonly problems: string[] = [];
  streams: HeldStream[] = [];
  /** Streams that were opened in all. */
  opened = 0;
  readonly name: string;
  readonly #url: string;
  readonly #draw: Draw;
  #path = '';
  #secret = '';
  #asked = 0;
  #hasFaults = false;

  private constructor(url: string, name: string, draw: Draw) {
    this.#url = url;
    this.name = name;
    this.#draw = draw;
  }

  /** Makes the account with its models and an endpoint for events that bears its name. */
  static async make(url: string, world: SoakWorld, draw: Draw): Promise<SoakAccount> {
    const account = new SoakAccount(url, world.unique('account'), draw);
    const made = await account.#arrange('POST', '/_testbed/v1/accounts', {});
    account.#path = `/_testbed/v1/accounts/${made.id}`;
    account.#secret = made.key.secret;
    for (const [modality, id] of Object.entries(models)) {
      await account.#arrange('POST', `${account.#path}/models`, { id, modality, endpoints: [world.endpoint.url] });
    }
    const { connectTo, ca } = world.receiver;
    const hook = { url: `https://hooks.example.test/${account.name}`, connect_to: connectTo, ca };
    await account.#arrange('POST', `${account.#path}/webhooks`, hook);
    return account;
  }

  /** Opens streams and jobs until so many are open. */
  async fill(streams: number, jobs: number): Promise<void> {
    for (let open = this.streams.length; open < streams; open += atOnce) {
      await together(Math.min(atOnce, streams - open), () => this.#open());
    }
    for (let open = this.jobs.size; open < jobs; open += atOnce) {
      await together(Math.min(atOnce, jobs - open), () => this.#submit(`${held} ${this.#prompt()}`));
    }
  }

  /** One step of everything at once: streams cut and opened, chats, a job, a moved clock, faults set or removed. */
  async churn(): Promise<void> {
    const cut = this.streams.filter(() => this.#draw.chance(0.02));
    for (const stream of cut) stream.cut();
    this.streams = this.streams.filter((stream) => !cut.includes(stream));
    await Promise.all([
      ...cut.map(() => this.#open()),
      this.#chatTwice(),
      this.#submit(this.#prompt()),
      this.#arrange('POST', `${this.#path}/clock/advance`, { ms: this.#draw.below(600_000) }),
    ]);
    if (this.#draw.chance(0.3)) await this.#toggleFaults();
  }

  /** Puts the account back as it was made: every answer that is open must end. */
  async reset(): Promise<void> {
    const { streams } = this;
    await this.#arrange('POST', `${this.#path}/reset`, undefined);
    await Promise.all(streams.map(({ ended }) => ended));
    this.streams = [];
    this.jobs.clear();
  }

  async calm(): Promise<void> {
    if (this.#hasFaults) await this.#toggleFaults();
  }

  /** The deliveries of the account, after its clock has gone on by so much. */
  async deliveriesAfter(ms: number): Promise<readonly LoggedDelivery[]> {
    await this.#arrange('POST', `${this.#path}/clock/advance`, { ms });
    return (await this.#arrange('GET', `${this.#path}/deliveries`, undefined)).deliveries;
  }

  async remove(): Promise<void> {
    for (const stream of this.streams) stream.cut();
    await Promise.all(this.streams.map(({ ended }) => ended));
    await this.#arrange('DELETE', this.#path, undefined);
  }

  #prompt(): string {
    this.#asked += 1;
    return `${this.name} ${this.#asked}.`;
  }

  async #open(): Promise<void> {
    const prompt = `${held} ${this.#prompt()}`;
    const stream = await openStream(this.#url, { secret: this.#secret, model: models.text, prompt });
    this.opened += 1;
    this.streams.push(stream);
    if (!stream.text.includes(prompt)) this.problems.push(`cross-talk: a stream began with ${stream.text}`);
  }

  /** A chat and its repeat under one key: one generation, the same answer. Faults may refuse both. */
  async #chatTwice(): Promise<void> {
    const prompt = this.#prompt();
    const body = { model: models.text, messages: [{ role: 'user', content: prompt }] };
    const request = {
      method: 'POST',
      path: '/v1/chat/completions',
      body,
      secret: this.#secret,
      idempotencyKey: prompt,
    };
    const first = await call(this.#url, { ...request, method: 'POST' });
    const again = await call(this.#url, { ...request, method: 'POST' });
    if (first?.status !== 200) {
      if (!this.#hasFaults) this.problems.push(`a chat was not served: ${first?.status} ${first?.text}`);
    } else if (!first.text.includes(prompt)) this.problems.push(`cross-talk: ${prompt} was answered ${first.text}`);
    else if (again?.text !== first.text)
      this.problems.push(`another answer to a repeat: ${again?.status} ${again?.text}`);
  }

  async #submit(prompt: string): Promise<void> {
    const body = { model: models.image, prompt };
    const answer = await call(this.#url, {
      method: 'POST',
      path: '/v1/images/generations',
      body,
      secret: this.#secret,
    });
    if (answer?.status === 202) this.jobs.add(JSON.parse(answer.text).id);
    else this.problems.push(`a job was not accepted: ${answer?.status} ${answer?.text}`);
  }

  async #toggleFaults(): Promise<void> {
    const on = { route: 'chat', stream: false };
    const faults = [{ fault: { kind: 'status', status: 500 }, on, chance: 0.5 }];
    this.#hasFaults = !this.#hasFaults;
    await this.#arrange(
      this.#hasFaults ? 'PUT' : 'DELETE',
      `${this.#path}/faults`,
      this.#hasFaults ? { faults } : undefined,
    );
  }

  async #arrange(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body: unknown) {
    const answer = await call(this.#url, { method, path, body, limitMs: arrangeLimitMs });
    if (answer === undefined || answer.status >= 300)
      throw new Error(`${method} ${path}: ${answer?.status} ${answer?.text}`);
    return answer.text === '' ? undefined : JSON.parse(answer.text);
  }
}

/** A delivery as the testbed lists it. */
export interface LoggedDelivery {
  readonly jobId: string;
  readonly eventId: string;
  readonly state: string;
  readonly attempts: readonly unknown[];
}

async function together(count: number, work: () => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: count }, work));
}
