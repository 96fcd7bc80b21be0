import { type ChildProcess, spawn } from 'node:child_process';
import { type RunClock, withinLimit } from '../../clock/run-clock.ts';
import type { OutputTail } from './output-tail.ts';

/** How long a process is given to end by itself, in ms. */
const graceMs = 3_000;

export interface CommandLine {
  /** Program and arguments; a single string is a line for the shell. */
  readonly start: readonly string[] | string;
  /** Default: the working directory. */
  readonly cwd?: string;
  /** Added to the environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A running command with all that it started: a process group of its own, which no Ctrl-C of the terminal reaches. */
export class ProcessGroup {
  readonly #child: ChildProcess;
  readonly #clock: RunClock;
  readonly #gone: Promise<void>;
  #end: string | undefined;
  readonly #killAtExit = () => this.#signal('SIGKILL');

  private constructor(child: ChildProcess, clock: RunClock, output: OutputTail) {
    this.#child = child;
    this.#clock = clock;
    child.stdout?.on('data', (piece: Buffer) => output.add(piece));
    child.stderr?.on('data', (piece: Buffer) => output.add(piece));
    this.#gone = new Promise((resolve) => {
      const settle = (how: string) => {
        this.#end ??= how;
        resolve();
      };
      child.on('error', (error) => settle(`could not be started (${error.message})`));
      child.on('exit', (code, signal) =>
        settle(signal === null ? `exited with code ${code}` : `was ended by ${signal}`),
      );
    });
    process.on('exit', this.#killAtExit);
  }

  static start({ start, cwd, env }: CommandLine, clock: RunClock, output: OutputTail): ProcessGroup {
    const options = {
      ...(cwd === undefined ? {} : { cwd }),
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    };
    const [file = '', ...args] = typeof start === 'string' ? [start] : start;
    return new ProcessGroup(spawn(file, args, { ...options, shell: typeof start === 'string' }), clock, output);
  }

  /** How the command ended; undefined while it runs. */
  get end(): string | undefined {
    return this.#end;
  }

  /** Calls `look` once the command has ended. */
  onEnd(look: () => void): void {
    void this.#gone.then(look);
  }

  /** Asks the whole group to end, and ends it after a while. */
  async stop(): Promise<void> {
    this.#signal('SIGTERM');
    await withinLimit(this.#clock, graceMs, this.#gone, () => new Error('late')).catch(() => undefined);
    // What the command started may outlive it.
    this.#signal('SIGKILL');
    process.off('exit', this.#killAtExit);
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
  }

  #signal(signal: NodeJS.Signals): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      if (process.platform === 'win32') this.#child.kill(signal);
      else process.kill(-pid, signal);
    } catch {
      // No process of the group is left.
    }
  }
}
