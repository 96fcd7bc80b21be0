/** An operation that the testbed refused. */
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {string} message
   */
  constructor(status, message) {
    super(message);
    this.name = 'Refused';
    this.status = status;
  }
}

const tokenItem = 'gateproof-testbed-token';

/** Calls the operations of the testbed that this page came from. */
export class Testbed {
  /** The token that is sent; null: none. */
  token = sessionStorage.getItem(tokenItem);

  /** @param {string} token kept until the tab is closed */
  useToken(token) {
    this.token = token;
    sessionStorage.setItem(tokenItem, token);
  }

  /**
   * @param {string} path
   * @param {AbortSignal} [signal]
   */
  get(path, signal) {
    return this.call('GET', path, undefined, signal);
  }

  /**
   * The JSON of the answer; undefined when it has no body. Throws `Refused` when it is not 2xx.
   *
   * @param {string} method
   * @param {string} path
   * @param {object} [body]
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>}
   */
  async call(method, path, body, signal) {
    const answer = await fetch(`/_testbed/v1${path}`, {
      method,
      headers: {
        ...(this.token === null ? {} : { 'x-testbed-token': this.token }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
      cache: 'no-store',
    });
    const text = await answer.text();
    const value = text === '' ? undefined : JSON.parse(text);
    if (answer.ok) return value;
    throw new Refused(answer.status, value?.error?.message ?? `${method} ${path} was answered with ${answer.status}`);
  }
}
