import type { ResultDocument } from '@gateproof/harness';
import { renderJson, renderMarkdown } from '@gateproof/reports';
import type { CliContext } from './cli-context.ts';
import { assertWritable, writeReport } from './output-file.ts';
import type { RunFlags } from './run-flags.ts';
import { UsageError } from './usage-error.ts';

/** The options of a report: which files are written, and how much is printed. */
export type ReportFlags = Pick<RunFlags, 'json' | 'junit' | 'markdown' | 'html' | 'strict' | 'quiet' | 'verbose'>;

const standardOutput = '-';

const reportNames = ['json', 'junit', 'markdown', 'html'] as const;

/** Throws `UsageError` before the run when one of its reports could not be written after it, or when two of them want standard output. */
export function assertReportFiles(flags: ReportFlags): void {
  const toOutput = reportNames.filter((name) => flags[name] === standardOutput);
  if (toOutput.length > 1) {
    const options = toOutput.map((name) => `--${name} -`).join(' and ');
    throw new UsageError(`${options} both want standard output; name a file for all but one`);
  }
  for (const name of reportNames) {
    const path = flags[name];
    if (path !== undefined && path !== standardOutput) assertWritable(path, `--${name}`);
  }
}

/** Writes the reports that were asked for, to their files; `-` is standard output. */
export async function writeReportFiles(
  document: ResultDocument,
  flags: ReportFlags,
  context: CliContext,
): Promise<void> {
  for (const name of reportNames) {
    const path = flags[name];
    if (path === undefined) continue;
    const text = await renderReport(name, document, flags);
    if (path === standardOutput) context.stdout.write(text);
    else writeReport(path, `--${name}`, text);
  }
}

/** The writers of JUnit and HTML are loaded only where they are wanted. */
async function renderReport(
  name: (typeof reportNames)[number],
  document: ResultDocument,
  { strict = false }: ReportFlags,
): Promise<string> {
  if (name === 'json') return renderJson(document);
  if (name === 'markdown') return renderMarkdown(document);
  if (name === 'html') {
    const { renderHtml } = await import('@gateproof/reports/html');
    return renderHtml(document);
  }
  const { renderJunit } = await import('@gateproof/reports/junit');
  return renderJunit(document, { strict });
}

/** The files that reports are written to, by the option that names them; standard output is none. */
export function reportPaths(flags: ReportFlags): Partial<Record<(typeof reportNames)[number], string>> {
  return Object.fromEntries(
    reportNames.flatMap((name) => {
      const path = flags[name];
      return path === undefined || path === standardOutput ? [] : [[name, path]];
    }),
  );
}

/** True when standard output carries a report, so that what people read must go elsewhere. */
export function takesStandardOutput(flags: ReportFlags): boolean {
  return reportNames.some((name) => flags[name] === standardOutput);
}
