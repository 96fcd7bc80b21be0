import { existsSync } from 'node:fs';
import { openRecorder } from '@gateproof/harness';
import { visibleText } from '@gateproof/reports';
import { defaultPrefix } from '@gateproof/spec';
import type { CliContext } from '../cli-context.ts';
import { assertWritable, writeReport } from '../output-file.ts';
import { listening, proxiedTarget } from '../proxy/proxied-target.ts';
import { untilInterrupted } from '../until-interrupted.ts';
import { UsageError } from '../usage-error.ts';
import { cassetteText } from './cassette-text.ts';
import type { RecordFlags } from './record-flags.ts';

/** How long exchanges that are under way may go on after the user asked to stop. */
const lastExchangesMs = 2_000;

/** Records until the user asks to stop, then writes the cassette. Returns the exit code: 0, or 3 when nothing was recorded. */
export async function runRecord(flags: RecordFlags, { stdout, stderr, interrupted }: CliContext): Promise<number> {
  const { port, prefix = defaultPrefix } = flags;
  const target = proxiedTarget(flags.target, 'a recorder');
  const path = cassettePath(flags);
  const recorder = await listening(
    port,
    openRecorder({
      ...{ target, port, prefix },
      onExchange({ id, request: { method, url }, response }) {
        const answer = response === undefined ? 'no answer, not recorded' : String(response.status);
        stderr.write(`${id} ${method} ${visibleText(new URL(url).pathname)} ${answer}\n`);
      },
    }),
  );
  stderr.write(`recorder at ${recorder.url}, in front of ${target}; Ctrl-C ends it and writes ${path}\n`);
  await untilInterrupted(interrupted);
  const cassette = await recorder.finish(lastExchangesMs);
  const count = cassette.exchanges.length;
  if (count === 0) {
    stderr.write(`gateproof: no exchange was recorded, so ${path} is not written; point the client at the recorder\n`);
    return 3;
  }
  writeReport(path, '--cassette', cassetteText(cassette, path));
  stdout.write(`${count} exchanges are in ${path}. Play them:\n  npx gateproof simulate --cassette ${path}\n`);
  return 0;
}

function cassettePath({ cassette: path, force }: RecordFlags): string {
  if (path === undefined) throw new UsageError('a recorder needs the file that it writes: --cassette FILE');
  assertWritable(path, '--cassette');
  if (existsSync(path) && force !== true)
    throw new UsageError(`--cassette: ${path} is there already; add --force to write over it, or name another file`);
  return path;
}
