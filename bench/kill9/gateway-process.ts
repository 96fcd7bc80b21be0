import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A gateway in a process of its own that can be killed. It is loaded at once, and opens the data file when it gets the word. */
export interface GatewayProcess {
  /** Resolves with the base URL; rejects when the process ends before it serves. */
  go(): Promise<string>;
  /** SIGKILL; resolves once the process is gone. */
  kill(): Promise<void>;
  /** Its process id. */
  readonly pid: number;
}

export function loadGateway(data: string, seed: string): GatewayProcess {
  const entry = fileURLToPath(new URL('./gateway-child.ts', import.meta.url));
  const args = ['--conditions=@gateproof/source', entry, data, seed];
  const child = spawn(process.execPath, args, { stdio: 'pipe' });
  const exited = once(child, 'exit');
  // A process that is killed while it is written to has read enough.
  child.stdin.on('error', () => undefined);
  const url = urlOf(child);
  url.catch(() => undefined);
  return {
    pid: child.pid ?? 0,
    go() {
      child.stdin.write('go\n');
      return url;
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

async function urlOf({ stdout, stderr }: ChildProcess): Promise<string> {
  let line = '';
  let trouble = '';
  stderr?.on('data', (piece) => {
    trouble += String(piece);
  });
  for await (const piece of stdout ?? []) {
    line += String(piece);
    if (line.includes('\n')) return line.trim();
  }
  throw new Error(`the gateway did not start: ${trouble.trim() || 'it said nothing'}`);
}
