import { Pool } from 'undici';

export const defaultKey = 'sk-gateproof-default';

const messages = [{ role: 'user', content: 'Say something short about the harbour, in JSON.' }];

/** The two requests that are measured; both get the built-in model's default reply. */
export const bodies = {
  json: JSON.stringify({ model: 'gateproof/echo', messages }),
  stream: JSON.stringify({ model: 'gateproof/echo', messages, stream: true }),
} as const;
export type Form = keyof typeof bodies;

export interface Load {
  readonly requests: number;
  readonly elapsedMs: number;
}

const connections = 16;

/** Sends the same request over kept connections, each one after the other's answer, until time or number is up. */
export async function load(
  url: string,
  form: Form,
  until: { readonly ms?: number; readonly requests?: number },
): Promise<Load> {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const startedAt = performance.now();
  const endsAt = startedAt + (until.ms ?? Number.POSITIVE_INFINITY);
  const most = until.requests ?? Number.POSITIVE_INFINITY;
  let requests = 0;
  const worker = async () => {
    while (requests < most && performance.now() < endsAt) {
      requests += 1;
      await once(pool, form);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const elapsedMs = performance.now() - startedAt;
  await pool.close();
  return { requests, elapsedMs };
}

async function once(pool: Pool, form: Form): Promise<void> {
  const { statusCode, body } = await pool.request({
    method: 'POST',
    path: '/v1/chat/completions',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${defaultKey}` },
    body: bodies[form],
  });
  await body.dump({ limit: 1_000_000 });
  if (statusCode !== 200) throw new Error(`the server answered ${statusCode}`);
}

/** One answer, whole. */
export async function answerOf(url: string, form: Form): Promise<string> {
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${defaultKey}` },
    body: bodies[form],
  });
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return response.text();
}
