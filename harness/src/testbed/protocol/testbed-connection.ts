import { Agent, request } from 'undici';
import { Disturbed, SetupFailed } from '../../check/setup-failed.ts';

/** Pause before a case is tried again whose testbed could not be reached: it may be starting anew. */
const silenceMs = 500;
/** Longest wait for one answer of a testbed: an advance settles all that fell due before it answers. */
const answerLimitMs = 60_000;

const answerLimitBytes = 16 * 1024 * 1024;

export interface TestbedAnswer {
  readonly status: number;
  readonly text: string;
  readonly json: unknown;
}

/** Speaks HTTP and JSON with a testbed. */
export class TestbedConnection {
  readonly #base: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #agent = new Agent({
    connections: 64,
    connect: { timeout: answerLimitMs },
    headersTimeout: answerLimitMs,
    bodyTimeout: answerLimitMs,
  });

  /** `base`: URL below which the operations lie, without a trailing slash. */
  constructor(base: string, token: string | undefined) {
    this.#base = base;
    this.#headers = token === undefined ? {} : { 'x-testbed-token': token };
  }

  /** Sends one operation; whatever it answers is returned. Throws `Disturbed` when nothing comes. */
  async send(method: string, path: string, body?: unknown): Promise<TestbedAnswer> {
    try {
      const answer = await request(`${this.#base}${path}`, {
        dispatcher: this.#agent,
        method,
        headers: body === undefined ? this.#headers : { ...this.#headers, 'content-type': 'application/json' },
        body: body === undefined ? null : JSON.stringify(body),
      });
      const text = await textOf(answer.body);
      return { status: answer.statusCode, text, json: parse(text) };
    } catch (cause) {
      const what = `the testbed did not answer ${method} ${path}: ${(cause as Error).message}`;
      throw disturbed(what);
    }
  }

  /** As `send`, for an operation that must succeed. Throws `SetupFailed` with status and body otherwise, `Disturbed` for a 429 or 5xx. */
  async need(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await this.send(method, path, body);
    if (answer.status >= 200 && answer.status < 300) return answer.json;
    const what = `the testbed answered ${method} ${path} with ${answer.status}: ${answer.text.slice(0, 300)}`;
    // It may be starting anew, or have enough for the moment.
    if (answer.status === 429 || answer.status >= 500) throw disturbed(what);
    throw new SetupFailed(what);
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }
}

function disturbed(what: string): Disturbed {
  return new Disturbed(what, { exchange: '', otherwise: new SetupFailed(what), retryAfterMs: silenceMs });
}

/** Throws for more than an answer may have: one without end would fill the memory. */
async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    length += piece.length;
    if (length > answerLimitBytes) throw new Error(`more than ${answerLimitBytes / 1024 ** 2} MiB came`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
