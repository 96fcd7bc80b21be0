import { ControlError } from './control-error.ts';

export interface TestbedCallerOptions {
  /** Base URL of the simulator, without `/v1`. */
  readonly url: string;
  /** Sent as `X-Testbed-Token`. Default: none, which is enough on the simulator's own machine. */
  readonly token?: string;
  /** Default: the global one. `simulator.fetch` reaches a simulator in this process. */
  readonly fetch?: typeof fetch;
}

/** Calls operations of a simulator's testbed. */
export class TestbedCaller {
  /** Without a slash at its end. */
  readonly url: string;
  readonly fetch: typeof fetch;
  readonly #headers: Readonly<Record<string, string>>;

  constructor({ url, token, fetch: send = fetch }: TestbedCallerOptions) {
    this.url = url.replace(/\/+$/, '');
    this.fetch = send;
    this.#headers = token === undefined ? {} : { 'x-testbed-token': token };
  }

  /** The JSON of the answer; undefined when it has no body. Throws `ControlError` when it is not 2xx. */
  async call<T>(
    method: string,
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<T> {
    const answer = await this.fetch(`${this.url}/_testbed/v1${path}`, {
      method,
      headers: { ...this.#headers, ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const value = parse(text);
    if (answer.ok) return value as T;
    const { code, message } = ((value as { error?: unknown })?.error ?? {}) as { code?: string; message?: string };
    throw new ControlError(`${method} ${path}`, answer.status, code, message ?? text.slice(0, 200));
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
