import { abortAfter } from '../clock.ts';

/** An answer read whole; undefined when the connection was lost. */
export interface Answer {
  readonly status: number;
  readonly text: string;
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly secret?: string;
  readonly idempotencyKey?: string;
  /** Longest wait for the answer, in ms. Default: a minute. */
  readonly limitMs?: number;
}

const defaultLimitMs = 60_000;

/** Sends a request; undefined when the gateway was killed before it had answered whole. One that the gateway has not read in time is sent again. */
export async function call(url: string, request: Call): Promise<Answer | undefined> {
  const answer = await callOnce(url, request);
  return answer?.status === 408 ? callOnce(url, request) : answer;
}

async function callOnce(
  url: string,
  { method, path, body, secret, idempotencyKey, limitMs = defaultLimitMs }: Call,
): Promise<Answer | undefined> {
  try {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(secret === undefined ? {} : { authorization: `Bearer ${secret}` }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: abortAfter(limitMs),
    });
    return { status: response.status, text: await response.text() };
  } catch (thrown) {
    if (thrown instanceof Error && thrown.name === 'TimeoutError') {
      throw new Error(`${method} ${path} was not answered within ${limitMs / 1000} s`);
    }
    return undefined;
  }
}
