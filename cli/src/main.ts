import { randomBytes, randomInt } from 'node:crypto';
import type { CliContext, Output } from './cli-context.ts';
import { keysOf } from './next-key.ts';
import { maxSeed } from './numbers.ts';
import { runCli } from './run-cli.ts';

/** Exit code by convention of a process that SIGINT ended: 128 + 2. */
const interruptedCode = 130;

/**
 * Runs the command line in this process and sets its exit code. The first SIGINT or SIGTERM asks the command to end and
 * report what it has; the same one again ends the process at once. Nothing but this function exits.
 */
export async function main(argv: readonly string[]): Promise<void> {
  const stop = new AbortController();
  const heard = new Set<NodeJS.Signals>();
  const onSignal = (signal: NodeJS.Signals): void => {
    if (heard.has(signal)) process.exit(interruptedCode);
    heard.add(signal);
    stop.abort();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  ignoreClosedPipe(process.stdout);
  ignoreClosedPipe(process.stderr);
  process.exitCode = await runCli(argv, contextOfProcess(stop.signal));
  process.off('SIGINT', onSignal);
  process.off('SIGTERM', onSignal);
  // What was given up may hold the process for as long as its own limits are.
  if (stop.signal.aborted)
    await Promise.all([written(process.stdout), written(process.stderr)]).then(() => process.exit());
}

function contextOfProcess(interrupted: AbortSignal): CliContext {
  return {
    stdout: outputOf(process.stdout),
    stderr: outputOf(process.stderr),
    env: process.env,
    folder: '.',
    interrupted,
    nextKey: (signal) => keysOf(process.stdin)(signal),
    drawSeed: () => randomInt(maxSeed + 1),
    drawRunId: () => randomBytes(4).toString('hex'),
    drawKey: () => `sk-${randomBytes(24).toString('base64url')}`,
  };
}

/** Resolves once all that was written so far has left the process. */
function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => void stream.write('', () => resolve()));
}

function outputOf(stream: NodeJS.WriteStream): Output {
  return {
    write: (text) => void stream.write(text),
    isTerminal: stream.isTTY === true,
    columns: stream.columns || 80,
  };
}

/** `gateproof rules | head` closes the pipe early; that is the reader's choice and no error. */
function ignoreClosedPipe(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
