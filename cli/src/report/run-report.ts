import { styleFor } from '@gateproof/reports';
import { type CliContext, wantsColour } from '../cli-context.ts';
import { publishReport } from '../publish-report.ts';
import { readResult } from '../read-result.ts';
import { assertReportFiles } from '../report-files.ts';
import type { ReportFlags } from '../report-flags.ts';
import { wholeText } from './whole-text.ts';

export interface ReportRequest {
  readonly result: string;
  /** Rules and exchanges to print whole; none: the whole report. */
  readonly ids: readonly string[];
  readonly flags: ReportFlags;
}

/** Prints the report of an earlier run again, or the rules and exchanges of it that are named. Throws `UsageError` for an id that it does not have. */
export async function runReport({ result, ids, flags }: ReportRequest, context: CliContext): Promise<number> {
  assertReportFiles(flags);
  const document = readResult(result);
  if (ids.length === 0) {
    await publishReport(document, flags, context, result);
    return 0;
  }
  const style = styleFor(wantsColour(context.stdout, context.env));
  const texts = ids.map((id) => wholeText(document, id, style).join('\n'));
  context.stdout.write(`${texts.join('\n\n')}\n`);
  return 0;
}
