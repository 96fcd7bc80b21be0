import { spawn } from 'node:child_process';
import { startRunClock } from '@gateproof/harness';

/** A command that ended, with what it printed on both streams. */
export interface Finished {
  readonly code: number | null;
  readonly output: string;
}

const limitMs = 300_000;
const colourless = () => {
  const { FORCE_COLOR: _, ...env }: NodeJS.ProcessEnv = { ...process.env, NO_COLOR: '1' };
  return env;
};

/** Runs a command in a folder to its end, or for five minutes. */
export function command(cwd: string, file: string, ...args: string[]): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, env: colourless(), timeout: limitMs });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (piece: Buffer) => {
        output += piece.toString();
      });
    }
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

/** Text that is waited for, and what is done once it was printed. */
export interface Step {
  readonly wanted: RegExp;
  readonly act: () => void;
}

/** Runs a command until it has printed what each step wants, in order, then ends it and its children. Gives up after a minute. */
export function untilPrinted(
  cwd: string,
  [file = '', ...args]: readonly string[],
  steps: readonly Step[],
): Promise<{ readonly reached: boolean; readonly text: string }> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { cwd, env: colourless(), detached: true });
    let text = '';
    let done = 0;
    const end = () => {
      cancel();
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
      resolve({ reached: done === steps.length, text });
    };
    const cancel = startRunClock().after(60_000, end);
    const look = (piece: Buffer) => {
      text += piece.toString();
      const step = steps[done];
      if (step === undefined || !step.wanted.test(text)) return;
      done += 1;
      step.act();
      if (done === steps.length) end();
    };
    child.stdout.on('data', look);
    child.stderr.on('data', look);
    child.on('error', end);
  });
}

/**
 * Runs a command that serves until it is ended, while `use` has the first URL that it prints; undefined where it prints none within a minute.
 */
export async function withServer(
  cwd: string,
  [file = '', ...args]: readonly string[],
  use: (url: string | undefined) => Promise<void>,
): Promise<void> {
  const child = spawn(file, args, { cwd, env: colourless() });
  const url = await new Promise<string | undefined>((resolve) => {
    const cancel = startRunClock().after(60_000, () => resolve(undefined));
    const end = (found: string | undefined) => {
      cancel();
      resolve(found);
    };
    let text = '';
    const look = (piece: Buffer) => {
      text += piece.toString();
      const [found] = /http:\/\/127\.0\.0\.1:\d+(?=[\s,])/.exec(text) ?? [];
      if (found !== undefined) end(found);
    };
    child.stdout.on('data', look);
    child.stderr.on('data', look);
    child.on('error', () => end(undefined));
    child.on('close', () => end(undefined));
  });
  await use(url);
  const closed = new Promise((resolve) => (child.exitCode === null ? child.on('close', resolve) : resolve(undefined)));
  child.kill('SIGTERM');
  await closed;
}
