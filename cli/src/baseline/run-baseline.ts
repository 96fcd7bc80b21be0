import { existsSync } from 'node:fs';
import { startRunClock } from '@gateproof/harness';
import { stringify } from 'yaml';
import type { CliContext } from '../cli-context.ts';
import { assertWritable, writeReport } from '../output-file.ts';
import { readResult } from '../read-result.ts';
import { UsageError } from '../usage-error.ts';
import { baselineOf, type EntryFlags } from './baseline-of.ts';
import { readBaseline } from './read-baseline.ts';

/** The options of `gateproof baseline`, as parsed. */
export interface BaselineFlags extends EntryFlags {
  readonly output: string;
}

const heading = `# Rules that are known to be red: they do not turn a run red while these entries last.
# gateproof gateway --baseline FILE reads it; an entry whose rule is kept, that matches nothing or that has expired turns the run red.
`;

/** Writes the baseline of a result document and prints how many rules stand in it. Returns the exit code 0. */
export function runBaseline(result: string, { output, ...flags }: BaselineFlags, context: CliContext): number {
  assertDay(flags.expires, startRunClock().wallMs());
  const document = readResult(result);
  assertWritable(output, '--output');
  const earlier = existsSync(output) ? readBaseline(output) : undefined;
  const baseline = baselineOf(document, earlier, flags);
  writeReport(output, '--output', heading + stringify(baseline, { lineWidth: 140 }));
  const count = baseline.entries.length;
  const gone = (earlier?.entries ?? []).filter(({ rule }) => !baseline.entries.some((entry) => entry.rule === rule));
  context.stdout.write(`${output}: ${count} known ${count === 1 ? 'rule' : 'rules'}, ${gone.length} taken out\n`);
  return 0;
}

/** `now`: in ms since the epoch. */
function assertDay(day: string | undefined, now: number): void {
  if (day === undefined) return;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day) && new Date(`${day}T00:00:00Z`).toJSON()?.slice(0, 10) === day;
  if (!isDay) throw new UsageError(`--expires: ${day} is no day; wanted one such as 2027-01-31`);
  const today = new Date(now).toISOString().slice(0, 10);
  if (day < today) {
    throw new UsageError(
      `--expires: ${day} is past, so each entry would have expired already; today is ${today} (UTC)`,
    );
  }
}
