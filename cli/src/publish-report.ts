import type { ResultDocument } from '@gateproof/harness';
import { renderTerminal } from '@gateproof/reports';
import { type CliContext, wantsColour } from './cli-context.ts';
import { keepLastResult } from './last-run/last-result.ts';
import { type RenderFlags, reportPaths, takesStandardOutput, writeReportFiles } from './report-files.ts';
import { shellWord } from './shell-words.ts';
import { ofLastRun } from './with-replay-file.ts';

/** Keeps the result of a run that has just ended, for commands that name no file, then prints and writes its reports. Of a watch the last screen alone is printed. */
export async function publishRun(
  document: ResultDocument,
  flags: RenderFlags & { readonly watch?: boolean },
  context: CliContext,
): Promise<void> {
  const isKept = keepLastResult(document, context);
  await publishReport(document, flags, context, {
    ...(isKept ? { resultFile: '' } : {}),
    ...(flags.watch === true ? { brief: true } : {}),
  });
}

/** Where the result is found again, and how much of it is printed. */
export interface PublishOptions {
  /** The file that the document was read from; empty where commands find it as that of the last run. Default: nothing keeps it. */
  readonly resultFile?: string;
  /** The last screen alone. */
  readonly brief?: boolean;
}

/**
 * Prints the report that people read, to standard error where standard output carries another one, and writes the files that were asked for. A terminal
 * gets its last screen unless `brief` says otherwise.
 */
export async function publishReport(
  document: ResultDocument,
  flags: RenderFlags,
  context: CliContext,
  { resultFile, brief }: PublishOptions = {},
): Promise<void> {
  const output = takesStandardOutput(flags) ? context.stderr : context.stdout;
  const { json, ...others } = reportPaths(flags);
  const file = json ?? resultFile;
  const files = [json ?? resultFile ?? '', ...Object.values(others)].filter((name) => name !== '');
  const text = renderTerminal(file === '' ? ofLastRun(document) : document, {
    colour: wantsColour(output, context.env),
    width: output.columns,
    quiet: flags.quiet ?? false,
    verbose: flags.verbose ?? false,
    brief: flags.verbose !== true && (brief ?? output.isTerminal),
    files: files.map(shellWord),
    ...(file === undefined ? {} : { resultFile: file === '' ? '' : shellWord(file) }),
  });
  output.write(text);
  await writeReportFiles(document, flags, context);
}
