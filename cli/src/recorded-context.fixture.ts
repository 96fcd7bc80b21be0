import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CliContext } from './cli-context.ts';

/** A context whose output is kept in memory, with a fixed seed and run id. Default of `folder`: one that is not there. */
export function recordedContext(
  env: CliContext['env'] = {},
  folder = join(tmpdir(), 'gateproof-no-such-folder'),
): {
  context: CliContext;
  stdout: () => string;
  stderr: () => string;
  interrupt: () => void;
} {
  const texts = { stdout: '', stderr: '' };
  const stop = new AbortController();
  const output = (name: keyof typeof texts) => ({
    write: (text: string) => {
      texts[name] += text;
    },
    isTerminal: false,
    columns: 120,
  });
  return {
    context: {
      stdout: output('stdout'),
      stderr: output('stderr'),
      env,
      folder,
      interrupted: stop.signal,
      nextKey: async () => undefined,
      drawSeed: () => 4242,
      drawRunId: () => 'test-run',
      drawKey: () => 'sk-drawn',
    },
    stdout: () => texts.stdout,
    stderr: () => texts.stderr,
    interrupt: () => stop.abort(),
  };
}
