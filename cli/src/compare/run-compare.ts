import { compareResults } from '@gateproof/harness';
import { renderComparison, renderComparisonMarkdown, styleFor } from '@gateproof/reports';
import { type CliContext, wantsColour } from '../cli-context.ts';
import { assertWritable, writeReport } from '../output-file.ts';
import { readResult } from '../read-result.ts';
import { UsageError } from '../usage-error.ts';

export interface CompareRequest {
  /** Result document of the earlier run. */
  readonly before: string;
  readonly after: string;
  readonly flags: { readonly markdown?: string };
}

/** Prints what changed between two results, and writes it as Markdown where that is wanted. Returns the exit code of the comparison. */
export function runCompare({ before: first, after: second, flags }: CompareRequest, context: CliContext): number {
  if (flags.markdown !== undefined) assertWritable(flags.markdown, '--markdown');
  const [before, after] = [readResult(first), readResult(second)];
  const comparison = compareResults(before, after);
  if (comparison.common === 0)
    throw new UsageError(
      `${first} and ${second} have no rule in common. Compare two results of one party, with the same --only.`,
    );
  const style = styleFor(wantsColour(context.stdout, context.env));
  const compared = { before, after, comparison };
  context.stdout.write(renderComparison(compared, { style, width: context.stdout.columns }));
  if (flags.markdown !== undefined) writeReport(flags.markdown, '--markdown', renderComparisonMarkdown(compared));
  return comparison.exitCode;
}
