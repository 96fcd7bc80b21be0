/** What a server process says and is asked, over its IPC channel. */
export type ToServer = { readonly ask: 'usage'; readonly collect: boolean } | { readonly ask: 'end' };
export type FromServer =
  | { readonly kind: 'listening'; readonly url: string }
  | ({ readonly kind: 'usage' } & ProcessUsage);

export interface ProcessUsage {
  /** User and system time since the process began, in ms. */
  readonly cpuMs: number;
  /** Memory of objects and buffers, in bytes. */
  readonly liveBytes: number;
  /** Resident memory, in bytes. */
  readonly residentBytes: number;
}

/** In a server process: reports the address, answers questions, and ends when it is asked to or its parent is gone. */
export function serveParent(url: string): void {
  const report = (message: FromServer) => process.send?.(message);
  process.on('message', (message: ToServer) => {
    if (message.ask === 'end') process.exit(0);
    report({ kind: 'usage', ...usage(message.collect) });
  });
  process.on('disconnect', () => process.exit(0));
  report({ kind: 'listening', url });
}

function usage(collect: boolean): ProcessUsage {
  if (collect) globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { cpuMs: (user + system) / 1000, liveBytes: heapUsed + external, residentBytes: rss };
}
