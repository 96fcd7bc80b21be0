import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { connectInMemory } from './in-memory-connection.ts';

/** Ways to an application without a network. */
export interface InMemory {
  connect(): Promise<Duplex>;
  readonly fetch: typeof fetch;
  /** Cuts what `fetch` has open; later calls of it reject. */
  close(): Promise<void>;
}

/** Opens the ways to an application that is being made. undici is loaded at the first fetch, so that a simulator that only listens starts faster. */
export function openInMemory(opening: Promise<FastifyInstance>): InMemory {
  const connect = async () => {
    const app = await opening;
    await app.ready();
    return connectInMemory(app.server);
  };
  let opened: ReturnType<typeof open> | undefined;
  let isClosed = false;
  return {
    connect,
    async fetch(input, init) {
      if (isClosed) throw new TypeError('fetch failed', { cause: new Error('The simulator is closed') });
      opened ??= open(connect);
      return (await opened).fetch(input, init);
    },
    async close() {
      isClosed = true;
      await (await opened)?.agent.destroy();
    },
  };
}

async function open(connect: () => Promise<Duplex>) {
  const [{ inMemoryAgent }, { fetchThrough }] = await Promise.all([
    import('./in-memory-agent.ts'),
    import('./fetch-in-process.ts'),
  ]);
  const agent = inMemoryAgent(connect);
  return { agent, fetch: fetchThrough(agent) };
}
