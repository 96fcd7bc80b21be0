import type { Duplex } from 'node:stream';

/** A `fetch` over connections that `connect` makes. undici is loaded at its first call, so that a simulator that only listens starts faster. */
export function lazyFetch(connect: () => Promise<Duplex>): { readonly fetch: typeof fetch; close(): Promise<void> } {
  let opened: ReturnType<typeof open> | undefined;
  let isClosed = false;
  return {
    async fetch(input, init) {
      if (isClosed) throw new TypeError('fetch failed', { cause: new Error('The simulator is closed') });
      opened ??= open(connect);
      return (await opened).fetch(input, init);
    },
    /** Cuts what is open; later calls reject. */
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
