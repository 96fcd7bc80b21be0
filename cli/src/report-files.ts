import type { ResultDocument } from '@gateproof/harness';
import { renderJson, renderMarkdown } from '@gateproof/reports';
import type { CliContext } from './cli-context.ts';
import { assertWritable, writeReport } from './output-file.ts';
import type { RunFlags } from './run-flags.ts';

/** The report options that name files. */
export type ReportFlags = Pick<RunFlags, 'json' | 'junit' | 'markdown' | 'strict'>;

const standardOutput = '-';

/** Throws `UsageError` before the run when one of its reports could not be written after it. */
export function assertReportFiles(flags: ReportFlags): void {
  for (const name of ['json', 'junit', 'markdown'] as const) {
    const path = flags[name];
    if (path !== undefined && !(name === 'json' && path === standardOutput)) assertWritable(path, `--${name}`);
  }
}

/** Writes the reports that were asked for. `--json -` goes to standard output. */
export async function writeReportFiles(
  document: ResultDocument,
  flags: ReportFlags,
  context: CliContext,
): Promise<void> {
  const { json, junit, markdown } = flags;
  if (json === standardOutput) context.stdout.write(renderJson(document));
  else if (json !== undefined) writeReport(json, '--json', renderJson(document));
  if (markdown !== undefined) writeReport(markdown, '--markdown', renderMarkdown(document));
  if (junit === undefined) return;
  const { renderJunit } = await import('@gateproof/reports/junit');
  writeReport(junit, '--junit', renderJunit(document, { strict: flags.strict ?? false }));
}

/** True when standard output carries the JSON document, so that what people read must go elsewhere. */
export function takesStandardOutput(flags: ReportFlags): boolean {
  return flags.json === standardOutput;
}
