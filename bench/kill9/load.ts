import type { TestAccount } from './account.ts';
import { call } from './client.ts';
import type { KeyedRequest, Promises } from './promises.ts';

const images = '/v1/images/generations';
const chats = '/v1/chat/completions';
/** Advances run one after the other, each with all the deliveries that fall due. */
const longestAdvanceMs = 300_000;
/** How far one advance moves the clock at most. */
const longestMoveMs = 1_800_000;
/** How far all of them move it: a key is kept for four days, and the end of a run takes two. */
const mostMovedMs = 44 * 3_600_000;

/** A mix of requests that a kill will meet. `draw`: a number from 0 to below 1. */
export class Load {
  readonly #account: TestAccount;
  readonly #promises: Promises;
  readonly #draw: () => number;
  #sent = 0;
  #movedMs = 0;

  constructor(account: TestAccount, promises: Promises, draw: () => number) {
    this.#account = account;
    this.#promises = promises;
    this.#draw = draw;
  }

  /** Sends `count` requests at once, each to the address that it is given; resolves when each is answered or cut off. */
  async send(addressOf: () => string, count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, () => this.#sendOne(addressOf())));
  }

  /** Sends a request under its key once more. */
  async again(url: string, request: KeyedRequest): Promise<void> {
    const { path, body, key } = request;
    const { secret } = this.#account;
    this.#promises.answered(request, await call(url, { method: 'POST', path, body, secret, idempotencyKey: key }));
  }

  async #sendOne(url: string): Promise<void> {
    const kind = this.#draw();
    this.#sent += 1;
    const prompt = `${'x'.repeat(this.#sent % 5)} number ${this.#sent}`;
    if (kind < 0.25) return this.#submit(url, prompt);
    if (kind < 0.4) return this.#advance(url);
    const isJob = kind < 0.65;
    const body = isJob
      ? { model: 'kill/image', prompt }
      : { model: 'kill/text', messages: [{ role: 'user', content: prompt }], stream: kind > 0.85 };
    const path = isJob ? images : chats;
    const request = { path, body, key: `key-${this.#sent}`, prompt, isJob, first: undefined, isLost: false };
    this.#promises.keyed.push(request);
    await this.again(url, request);
  }

  async #submit(url: string, prompt: string): Promise<void> {
    const body = { model: 'kill/image', prompt };
    const answer = await call(url, { method: 'POST', path: images, body, secret: this.#account.secret });
    if (answer === undefined) return;
    if (answer.status === 202) this.#promises.accepted(answer.text);
    else this.#promises.break(`submission: ${answer.status} ${answer.text}`);
  }

  async #advance(url: string): Promise<void> {
    const ms = Math.min(Math.floor(this.#draw() * longestMoveMs), mostMovedMs - this.#movedMs);
    this.#movedMs += ms;
    const path = `${this.#account.path}/clock/advance`;
    await call(url, { method: 'POST', path, body: { ms }, limitMs: longestAdvanceMs });
  }
}
