/** What a server process says and is asked, over its IPC channel. */
export type ToServer = { readonly ask: 'usage'; readonly collect: boolean } | { readonly ask: 'end' };
export type FromServer =
  | { readonly told: 'listening'; readonly url: string }
  | ({ readonly told: 'usage' } & ProcessUsage);

export interface ProcessUsage {
  /** User and system time since the process began, in ms. */
  readonly cpuMs: number;
  /** Memory of objects and buffers, in bytes. */
  readonly liveBytes: number;
  /** Resident memory, in bytes. */
  readonly residentBytes: number;
}

/** In a server process: tells the address, answers questions, and ends when it is told to or its parent is gone. */
export function serveParent(url: string): void {
  const tell = (message: FromServer) => process.send?.(message);
  process.on('message', (message: ToServer) => {
    if (message.ask === 'end') process.exit(0);
    tell({ told: 'usage', ...usage(message.collect) });
  });
  process.on('disconnect', () => process.exit(0));
  tell({ told: 'listening', url });
}

function usage(collect: boolean): ProcessUsage {
  if (collect) globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { cpuMs: (user + system) / 1000, liveBytes: heapUsed + external, residentBytes: rss };
}
