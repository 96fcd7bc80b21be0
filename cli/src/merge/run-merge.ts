import { MergeError, mergeResults, type ResultDocument } from '@gateproof/harness';
import { currentRuleSet, loadRules, type Party } from '@gateproof/spec';
import { readBaseline } from '../baseline/read-baseline.ts';
import type { CliContext } from '../cli-context.ts';
import { publishRun } from '../publish-report.ts';
import { readResult } from '../read-result.ts';
import { assertReportFiles } from '../report-files.ts';
import type { ReportFlags } from '../report-flags.ts';
import { suites } from '../suites.ts';
import { UsageError } from '../usage-error.ts';
import { withBaseline } from '../with-baseline.ts';
import { withReplayFile } from '../with-replay-file.ts';
import { withRuleSet } from '../with-rule-set.ts';

/** The options of `gateproof merge`, as parsed. */
export interface MergeFlags extends ReportFlags {
  readonly strict?: boolean;
  readonly baseline?: string;
}

/** Joins the results of all shards of one run, prints and writes the reports, and returns the exit code of the whole run. */
export async function runMerge(files: readonly string[], flags: MergeFlags, context: CliContext): Promise<number> {
  assertReportFiles(flags);
  const parts = files.map(readResult);
  const baseline = flags.baseline === undefined ? undefined : readBaseline(flags.baseline);
  const party = partyOf(parts);
  const merged = withReplayFile(merge(parts, party, flags.strict), flags.json);
  const document = baseline === undefined ? merged : withBaseline(merged, baseline, party, flags.strict);
  await publishRun(document, flags, context);
  return document.summary.exitCode;
}

function partyOf(parts: readonly ResultDocument[]): Party {
  return parts[0]?.rules[0]?.party ?? 'gateway';
}

function merge(parts: readonly ResultDocument[], party: Party, strict = false): ResultDocument {
  try {
    const catalogue = loadRules().filter((rule) => rule.party === party);
    const merged = mergeResults(parts, { suite: suites[party], catalogue, strict });
    return withRuleSet(merged, merged.run.ruleset ?? currentRuleSet(), strict);
  } catch (thrown) {
    throw thrown instanceof MergeError ? new UsageError(thrown.message) : thrown;
  }
}
