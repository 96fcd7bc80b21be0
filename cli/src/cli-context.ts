import type { NextKey } from './next-key.ts';

/** A stream that the command line writes to. */
export interface Output {
  write(text: string): void;
  /** True when a person's terminal is at the other end. */
  readonly isTerminal: boolean;
  /** Width of that terminal. */
  readonly columns: number;
}

/** What a command takes from the process it runs in, so that tests can hand in their own. */
export interface CliContext {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The working folder, as names of files in it begin. */
  readonly folder: string;
  /** Fires when the user asks to stop (SIGINT, SIGTERM). */
  readonly interrupted: AbortSignal;
  /** The next key that is pressed; undefined once the signal has fired or there are none any more. */
  readonly nextKey: NextKey;
  /** A whole number from 0 to 2^31 - 1, for runs that name no seed. */
  drawSeed(): number;
  /** A short word that no other run has. */
  drawRunId(): string;
  /** An API key that nobody can guess. */
  drawKey(): string;
}

/** Colour only on a terminal, and never when NO_COLOR is set to anything; FORCE_COLOR asks for it elsewhere. */
export function wantsColour(output: Output, env: CliContext['env']): boolean {
  if ((env.NO_COLOR ?? '') !== '') return false;
  const forced = env.FORCE_COLOR ?? '';
  return forced === '' ? output.isTerminal && env.TERM !== 'dumb' : forced !== '0';
}
