import { styleFor } from '@gateproof/reports';
import { type CliContext, wantsColour } from '../cli-context.ts';
import { readNamedResult, splitResult } from '../last-run/last-result.ts';
import { publishReport } from '../publish-report.ts';
import { assertReportFiles } from '../report-files.ts';
import type { ReportFlags } from '../report-flags.ts';
import { shellWord } from '../shell-words.ts';
import { ofLastRun } from '../with-replay-file.ts';
import { wholeText } from './whole-text.ts';

export interface ReportRequest {
  /** The result document (default: that of the last run of this folder), then causes, rules and exchanges to print whole; none: the whole report. */
  readonly words: readonly string[];
  readonly flags: ReportFlags;
}

/** Prints the report of an earlier run again, or what the ids name of it. Throws `UsageError` for an id that it does not have. */
export async function runReport({ words, flags }: ReportRequest, context: CliContext): Promise<number> {
  assertReportFiles(flags);
  const { file, ids } = splitResult(words);
  const read = readNamedResult(file, context);
  const document = file === '' ? ofLastRun(read) : read;
  if (ids.length === 0) {
    await publishReport(read, flags, context, { resultFile: file, brief: false });
    return 0;
  }
  const page = {
    style: styleFor(wantsColour(context.stdout, context.env)),
    width: context.stdout.columns,
    resultFile: file === '' ? '' : shellWord(file),
  };
  const texts = ids.map((id) => wholeText(document, id, page).join('\n'));
  context.stdout.write(`${texts.join('\n\n')}\n`);
  return 0;
}
