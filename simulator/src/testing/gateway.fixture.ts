import { openUpstreamServer, script, type Upstream, type UpstreamTurn } from '@gateproof/upstreams';
import { createSimulator } from '../simulator.ts';
import type { SimulatorOptions } from '../simulator-options.ts';

/** One answer of the gateway under test, read whole. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers as they come
  readonly json: any;
}

export interface MadeModel {
  readonly id: string;
  readonly upstreams: readonly Upstream[];
}

/** A simulator that listens, with real upstreams behind it: for tests over HTTP. Close it. */
export async function openGateway(options: SimulatorOptions = {}) {
  const simulator = createSimulator(options);
  const [url, server] = await Promise.all([simulator.listen(), openUpstreamServer()]);
  const send = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const response = await fetch(url + path, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, ...(await readAll(response)) };
  };
  const testbed = (method: string, path: string, body?: unknown) => send(method, `/_testbed/v1${path}`, body);
  return {
    url,
    server,
    simulator,
    send,
    testbed,
    /** A fresh account with a client of its first key. */
    async account(request: object = {}) {
      const made = (await testbed('POST', '/accounts', request)).json;
      const path = `/accounts/${made.id}`;
      const client = (secret: string) => ({
        secret,
        send: (method: string, where: string, body?: unknown, headers: Record<string, string> = {}) =>
          send(method, where, body, { authorization: `Bearer ${secret}`, ...headers }),
        chat: (body: object | string, headers: Record<string, string> = {}) =>
          send('POST', '/v1/chat/completions', body, { authorization: `Bearer ${secret}`, ...headers }),
      });
      return {
        id: made.id as string,
        path,
        key: client(made.key.secret),
        async newKey(restrictions: object) {
          const key = (await testbed('POST', `${path}/keys`, restrictions)).json;
          return { id: key.id as string, ...client(key.secret) };
        },
        /** A key with a monthly cap, in USD. The account's clock first moves into the middle of a month, so that no month ends while a test spends under it. */
        async cappedKey(capUsd: number, restrictions: object = {}) {
          const now = new Date((await testbed('GET', `${path}/clock`)).json.now);
          const midMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 10, 12);
          await this.advance(midMonth - now.getTime());
          return this.newKey({ ...restrictions, monthly_cap_usd: capUsd });
        },
        /** A text model with one upstream per list of turns. */
        async model(...turns: readonly (readonly UpstreamTurn[])[]): Promise<MadeModel> {
          return this.modelWith({}, ...turns);
        },
        async modelWith(request: object, ...turns: readonly (readonly UpstreamTurn[])[]): Promise<MadeModel> {
          const served = (turns.length === 0 ? [[]] : turns).map((list) => server.add({ script: script(...list) }));
          const endpoints = served.map((upstream) => upstream.url);
          const made = await testbed('POST', `${path}/models`, { modality: 'text', endpoints, ...request });
          return { id: made.json.id, upstreams: served.map(({ upstream }) => upstream) };
        },
        advance: (ms: number) => testbed('POST', `${path}/clock/advance`, { ms }),
        usage: async () => (await testbed('GET', `${path}/usage`)).json,
      };
    },
    async close() {
      await simulator.close();
      await server.close();
    },
  };
}

async function readAll(response: Response): Promise<Pick<Answer, 'text' | 'json'>> {
  const text = await response.text();
  try {
    return { text, json: JSON.parse(text) };
  } catch {
    return { text, json: undefined };
  }
}

/** The data of the events of a stream's text. */
export function eventsOf(text: string): readonly string[] {
  return text
    .split('\n\n')
    .filter((event) => event !== '')
    .map((event) => event.replace(/^data: /, ''));
}

/** The content of a stream's text, all deltas joined. */
export function contentOf(text: string): string {
  return eventsOf(text)
    .filter((data) => data !== '[DONE]')
    .map((data) => JSON.parse(data).choices?.[0]?.delta?.content ?? '')
    .join('');
}

export const messages = [{ role: 'user', content: 'Say something.' }];
