import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface Memory {
  readonly heapUsed: number;
  readonly rss: number;
}

/** The simulator in a process of its own, so that its end and its memory can be seen. */
export interface FuzzedGateway {
  readonly host: string;
  readonly port: number;
  /** How it ended; undefined while it lives. */
  crash(): string | undefined;
  /** After a garbage collection. */
  memory(): Promise<Memory>;
  end(): Promise<void>;
}

export async function startFuzzedGateway(): Promise<FuzzedGateway> {
  const entry = fileURLToPath(new URL('./fuzz-child.ts', import.meta.url));
  const child = fork(entry, { execArgv: ['--conditions=@gateproof/source', '--expose-gc'], silent: true });
  let trouble = '';
  child.stderr?.on('data', (piece) => {
    trouble = (trouble + String(piece)).slice(-2_000);
  });
  let crash: string | undefined;
  child.once('exit', (code, signal) => {
    crash = `ended with ${signal ?? code}: ${trouble.trim()}`;
  });
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  const { hostname: host, port } = new URL(url);
  return {
    host,
    port: Number(port),
    crash: () => crash,
    async memory() {
      child.send('memory');
      const [memory] = (await once(child, 'message')) as [Memory];
      return memory;
    },
    async end() {
      if (crash !== undefined) return;
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}
