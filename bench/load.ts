import { Pool } from 'undici';
import { clock } from './clock.ts';

export const defaultKey = 'sk-gateproof-default';

/** A conversation with the built-in model; its reply follows from its text. */
const json = {
  model: 'gateproof/talk',
  messages: [{ role: 'user', content: 'Say something short about the harbour.' }],
};

/** A plain request to the built-in model. */
export const jsonBody = JSON.stringify(json);

/** A text of so many tokens. */
export function textOf(tokens: number): string {
  return Array.from({ length: tokens }, (_, place) => `word${place}`).join(' ');
}

/** A streaming request that is answered with so many tokens: its reply says what it says. */
export function streamBody(tokens: number): string {
  const content = textOf(tokens);
  return JSON.stringify({ model: 'gateproof/echo', messages: [{ role: 'user', content }], stream: true });
}

/** The events of a stream's text, each with the blank line that ends it. */
export function eventsOf(text: string): readonly string[] {
  return text.split(/(?<=\n\n)/);
}

export interface Sent {
  readonly body: string;
  /** Each request has an Idempotency-Key of its own. */
  readonly hasFreshKeys?: boolean;
}

export interface Load {
  readonly requests: number;
  readonly elapsedMs: number;
}

const connections = 16;

let keys = 0;

/** Sends the same request over kept connections, each one after the other's answer, until time or number is up. */
export async function load(
  url: string,
  sent: Sent,
  until: { readonly ms?: number; readonly requests?: number },
): Promise<Load> {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const startedAt = clock.nowMs();
  const endsAt = startedAt + (until.ms ?? Number.POSITIVE_INFINITY);
  const most = until.requests ?? Number.POSITIVE_INFINITY;
  let requests = 0;
  const worker = async () => {
    while (requests < most && clock.nowMs() < endsAt) {
      requests += 1;
      await once(pool, sent);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const elapsedMs = clock.nowMs() - startedAt;
  await pool.close();
  return { requests, elapsedMs };
}

async function once(pool: Pool, sent: Sent): Promise<void> {
  keys += 1;
  const { statusCode, body } = await pool.request({
    method: 'POST',
    path: '/v1/chat/completions',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${defaultKey}`,
      ...(sent.hasFreshKeys === true ? { 'idempotency-key': `bench-${keys}` } : {}),
    },
    body: sent.body,
  });
  await body.dump({ limit: 1_000_000 });
  if (statusCode !== 200) throw new Error(`the server answered ${statusCode}`);
}

/** One answer, whole. */
export async function answerOf(url: string, body: string): Promise<string> {
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${defaultKey}` },
    body,
  });
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return response.text();
}
