import type { ResultDocument } from '@gateproof/harness';
import { renderTerminal } from '@gateproof/reports';
import { type CliContext, wantsColour } from './cli-context.ts';
import { type RenderFlags, reportPaths, takesStandardOutput, writeReportFiles } from './report-files.ts';
import { shellWord } from './shell-words.ts';

/**
 * Prints the report that people read, to standard error where standard output carries another one, and writes the files that were asked for.
 * `resultFile`: the file that the document was read from, if it was.
 */
export async function publishReport(
  document: ResultDocument,
  flags: RenderFlags,
  context: CliContext,
  resultFile?: string,
): Promise<void> {
  const output = takesStandardOutput(flags) ? context.stderr : context.stdout;
  const { json = resultFile, ...others } = reportPaths(flags);
  const text = renderTerminal(document, {
    colour: wantsColour(output, context.env),
    width: output.columns,
    quiet: flags.quiet ?? false,
    verbose: flags.verbose ?? false,
    files: [...(json === undefined ? [] : [json]), ...Object.values(others)].map(shellWord),
    ...(json === undefined ? {} : { resultFile: shellWord(json) }),
  });
  output.write(text);
  await writeReportFiles(document, flags, context);
}
