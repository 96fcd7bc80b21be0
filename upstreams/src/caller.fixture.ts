import { Agent, request as httpRequest } from 'node:http';
import { openUpstream } from './http/open-upstream.ts';
import { callInProcess } from './in-process/call-in-process.ts';
import { UpstreamConnectionError } from './in-process/upstream-connection-error.ts';
import { Upstream, type UpstreamOptions } from './upstream.ts';

/** What a caller sees of one response. */
export interface View {
  readonly ending: 'complete' | 'cut' | 'refused' | 'reset' | 'left';
  readonly status?: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly bytes: Uint8Array;
}

export interface Ongoing {
  /** Resolves once so many whole events have arrived. */
  readonly events: (count: number) => Promise<void>;
  readonly leave: () => void;
  readonly view: Promise<View>;
}

/** An upstream with a way to call it. */
export interface Caller {
  readonly upstream: Upstream;
  start(body: unknown, path?: string): Ongoing;
  close(): Promise<void>;
}

/** Collects what arrives, and wakes whoever waits for events. */
class Collector {
  readonly #parts: Uint8Array[] = [];
  #waiting: { count: number; resolve: () => void }[] = [];

  add(bytes: Uint8Array): void {
    this.#parts.push(bytes);
    const seen = this.text.split(/\r?\n\r?\n/).length - 1;
    this.#waiting = this.#waiting.filter(({ count, resolve }) => {
      if (count <= seen) resolve();
      return count > seen;
    });
  }

  get bytes(): Uint8Array {
    return Buffer.concat(this.#parts);
  }

  get text(): string {
    return Buffer.concat(this.#parts).toString();
  }

  readonly events = (count: number) => new Promise<void>((resolve) => this.#waiting.push({ count, resolve }));

  view(ending: View['ending'], status?: number, headers: View['headers'] = {}): View {
    return { ending, headers, body: this.text, bytes: this.bytes, ...(status === undefined ? {} : { status }) };
  }
}

function inProcess(options: UpstreamOptions): Caller {
  const upstream = new Upstream(options);
  return {
    upstream,
    start(body, path = '/v1/chat/completions') {
      const leaving = new AbortController();
      const collector = new Collector();
      const view = async (): Promise<View> => {
        let head: { status: number; headers: View['headers'] } | undefined;
        try {
          const rawBody = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
          const request = { method: 'POST', path, headers: [], rawBody };
          const { status, headers, body: bytes } = await callInProcess(upstream, request, leaving.signal);
          head = { status, headers: Object.fromEntries(headers) };
          for await (const part of bytes) collector.add(part);
          return collector.view('complete', head.status, head.headers);
        } catch (error) {
          if (leaving.signal.aborted) return collector.view('left', head?.status, head?.headers);
          if (!(error instanceof UpstreamConnectionError)) throw error;
          if (head) return collector.view('cut', head.status, head.headers);
          return collector.view(error.code === 'ECONNREFUSED' ? 'refused' : 'reset');
        }
      };
      return { events: collector.events, leave: () => leaving.abort(), view: view() };
    },
    close: async () => {},
  };
}

async function overHttp(options: UpstreamOptions): Promise<Caller> {
  const { upstream, url, close } = await openUpstream(options);
  const agent = new Agent({ keepAlive: true });
  return {
    upstream,
    start(body, path = '/v1/chat/completions') {
      const collector = new Collector();
      let left = false;
      const outgoing = httpRequest(`${url}${path}`, { method: 'POST', agent });
      const view = new Promise<View>((resolve) => {
        outgoing.on('error', () => resolve(collector.view(left ? 'left' : 'reset')));
        outgoing.on('response', (incoming) => {
          const { statusCode } = incoming;
          const headers = Object.fromEntries(
            Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
          );
          incoming.on('data', (part: Buffer) => collector.add(part));
          incoming.on('error', () => {});
          incoming.on('close', () => {
            const ending = left ? 'left' : incoming.complete ? 'complete' : 'cut';
            resolve(collector.view(ending, statusCode, headers));
          });
        });
      });
      outgoing.end(typeof body === 'string' ? body : JSON.stringify(body));
      const leave = () => {
        left = true;
        outgoing.destroy();
      };
      return { events: collector.events, leave, view };
    },
    async close() {
      agent.destroy();
      await close();
    },
  };
}

/** Both ways to call an upstream. */
export const callers: readonly [name: 'in-process' | 'http', open: (options: UpstreamOptions) => Promise<Caller>][] = [
  ['in-process', async (options) => inProcess(options)],
  ['http', overHttp],
];
