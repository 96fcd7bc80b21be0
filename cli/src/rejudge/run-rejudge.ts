import { compareResults, type ResultDocument, rejudgeStanding } from '@gateproof/harness';
import { renderComparison, renderComparisonMarkdown, styleFor } from '@gateproof/reports';
import { currentRuleSet, loadRules } from '@gateproof/spec';
import { type CliContext, wantsColour } from '../cli-context.ts';
import { assertWritable, writeReport } from '../output-file.ts';
import { readResult } from '../read-result.ts';
import { suites } from '../suites.ts';
import { toolVersion } from '../version.ts';
import { withRuleSet } from '../with-rule-set.ts';

export interface RejudgeRequest {
  readonly result: string;
  readonly flags: { readonly markdown?: string };
}

/** Decides the standing rules of a result again by the checks of this version, prints what changed, and returns the exit code of that comparison. */
export function runRejudge({ result, flags }: RejudgeRequest, context: CliContext): number {
  if (flags.markdown !== undefined) assertWritable(flags.markdown, '--markdown');
  const before = readResult(result);
  const after = rejudged(before);
  const comparison = compareResults(before, after);
  const compared = { before, after, comparison };
  const style = styleFor(wantsColour(context.stdout, context.env));
  context.stdout.write(renderComparison(compared, { style, width: context.stdout.columns }));
  if (flags.markdown !== undefined) writeReport(flags.markdown, '--markdown', renderComparisonMarkdown(compared));
  return comparison.exitCode;
}

function rejudged(before: ResultDocument): ResultDocument {
  const party = before.rules[0]?.party ?? 'gateway';
  const catalogue = loadRules().filter((rule) => rule.party === party);
  const { standing } = suites[party];
  const again = withRuleSet(rejudgeStanding(before, { standing, catalogue }), before.run.ruleset ?? currentRuleSet());
  return { ...again, tool: { name: 'gateproof', version: toolVersion() } };
}
