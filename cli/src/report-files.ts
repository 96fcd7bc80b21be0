import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ResultDocument } from '@gateproof/harness';
import { type ReportFormatName, reportFormats } from '@gateproof/reports/formats';
import type { CliContext } from './cli-context.ts';
import { assertFolder, assertWritable, writeReport } from './output-file.ts';
import type { ReportFlags } from './report-flags.ts';
import { UsageError } from './usage-error.ts';

/** The options of a report, and whether warnings stand as failures in it. */
export type RenderFlags = ReportFlags & { readonly strict?: boolean };

const standardOutput = '-';

const reportNames = Object.keys(reportFormats) as ReportFormatName[];

/** Throws `UsageError` before the run when one of its reports could not be written after it, or when two of them want standard output. */
export function assertReportFiles(flags: ReportFlags): void {
  const toOutput = reportNames.filter((name) => flags[name] === standardOutput);
  if (toOutput.length > 1) {
    const options = toOutput.map((name) => `--${name} -`).join(' and ');
    throw new UsageError(`${options} both want standard output; name a file for all but one`);
  }
  for (const [name, path] of Object.entries(reportPaths(flags))) assertWritable(path, `--${name}`);
  if (flags.badges !== undefined) assertFolder(flags.badges, '--badges');
}

/** Writes the reports that were asked for, to their files; `-` is standard output. */
export async function writeReportFiles(
  document: ResultDocument,
  flags: RenderFlags,
  context: CliContext,
): Promise<void> {
  for (const name of reportNames) {
    const path = flags[name];
    if (path === undefined) continue;
    const text = await reportFormats[name].render(document, flags);
    if (path === standardOutput) context.stdout.write(text);
    else writeReport(path, `--${name}`, text);
  }
  if (flags.badges !== undefined) await writeBadges(document, flags.badges);
}

/** `gateproof.svg` and `gateproof.json` of the whole run, and the same for each class that was shown. Of the others, those of an earlier run are removed. */
async function writeBadges(document: ResultDocument, folder: string): Promise<void> {
  const { badgesOf, badgeSvg, endpointJson } = await import('@gateproof/reports/badges');
  const badges = badgesOf(document);
  const stale = document.summary.classes.filter(({ class: id }) => badges.every(({ name }) => name !== id));
  for (const { class: id } of stale) {
    for (const extension of ['svg', 'json']) rmSync(join(folder, `${id}.${extension}`), { force: true });
  }
  for (const badge of badges) {
    writeReport(join(folder, `${badge.name}.svg`), '--badges', badgeSvg(badge));
    writeReport(join(folder, `${badge.name}.json`), '--badges', endpointJson(badge));
  }
}

/** The files that reports are written to, by the option that names them; standard output is none. */
export function reportPaths(flags: ReportFlags): Partial<Record<ReportFormatName, string>> {
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
