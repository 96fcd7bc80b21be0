import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { abortAfter, clock } from '../clock.ts';

/** What a process holds, after a garbage collection. */
export interface Usage {
  readonly heapUsed: number;
  /** Resident memory, in bytes. */
  readonly rss: number;
  readonly sockets: number;
  readonly timers: number;
  /** Longest time for which its event loop stood still since it was last asked. */
  readonly stallMs: number;
}

/** How a process ended that was asked to. */
export interface End {
  readonly how: string;
  readonly tookMs: number;
}

/** The simulator in a process of its own. */
export interface SoakedGateway {
  readonly url: string;
  usage(): Promise<Usage>;
  /** Asks it to end with SIGTERM, and kills it when it has not after a minute. */
  end(): Promise<End>;
  /** What it wrote to standard error. */
  trouble(): string;
}

const limitMs = 60_000;

/** `data`: file in which it keeps everything. Default: memory. */
export async function startSoakedGateway(seed: string, data: string | undefined): Promise<SoakedGateway> {
  const entry = fileURLToPath(new URL('./soak-child.ts', import.meta.url));
  const execArgv = ['--conditions=@gateproof/source', '--expose-gc'];
  const child = fork(entry, data === undefined ? [seed] : [seed, data], { execArgv, silent: true });
  let trouble = '';
  child.stderr?.on('data', (piece) => {
    trouble = (trouble + String(piece)).slice(-2_000);
  });
  const exited = once(child, 'exit');
  const [{ url }] = (await once(child, 'message', { signal: abortAfter(limitMs) })) as [{ url: string }];
  return {
    url,
    trouble: () => trouble,
    async usage() {
      child.send('usage');
      const [usage] = (await once(child, 'message', { signal: abortAfter(limitMs) })) as [Usage];
      return usage;
    },
    async end() {
      const beganMs = clock.nowMs();
      const cancel = clock.after(limitMs, () => child.kill('SIGKILL'));
      child.kill('SIGTERM');
      const [code, signal] = await exited;
      cancel();
      return { how: signal ?? `exit code ${code}`, tookMs: clock.nowMs() - beganMs };
    },
  };
}
