import { type Baseline, type ResultDocument, runSuite, type Suite, startRunClock } from '@gateproof/harness';
import { TerminalProgress } from '@gateproof/reports';
import { currentRuleSet, loadRules, type Party } from '@gateproof/spec';
import { readBaseline } from './baseline/read-baseline.ts';
import { type CliContext, wantsColour } from './cli-context.ts';
import { keepLastRun } from './last-run/last-run.ts';
import { onlyLastFailed } from './last-run/only-last-failed.ts';
import { defaultSeed } from './numbers.ts';
import type { OpenedTarget } from './open-target.ts';
import { publishRun } from './publish-report.ts';
import { assertReportFiles } from './report-files.ts';
import type { RunFlags } from './run-flags.ts';
import { selectRules } from './select-rules.ts';
import { toolVersion } from './version.ts';
import { withBaseline } from './with-baseline.ts';
import { withReplayFile } from './with-replay-file.ts';
import { withRuleSet } from './with-rule-set.ts';

/** Who is judged, by which checks, and how the target is opened. */
export interface PartyRun {
  readonly party: Party;
  readonly suite: Suite;
  open(run: { readonly seed: number; readonly runId: string }): Promise<OpenedTarget>;
}

/** Runs the suite of one party as the flags say, prints and writes the reports, and returns the exit code of the run. */
export async function runParty(party: PartyRun, flags: RunFlags, context: CliContext): Promise<number> {
  const wanted = onlyLastFailed(flags, party.party, context);
  return wanted === undefined ? 0 : (await judgeParty(party, wanted, context)).summary.exitCode;
}

/** As `runParty`, and returns what was found; `lastFailed` is left to the caller. */
export async function judgeParty(party: PartyRun, flags: RunFlags, context: CliContext): Promise<ResultDocument> {
  assertReportFiles(flags);
  const baseline = flags.baseline === undefined ? undefined : readBaseline(flags.baseline);
  const decided = withReplayFile(await decide(party, underBaseline(flags, baseline), context), flags.json);
  const document = baseline === undefined ? decided : withBaseline(decided, baseline, party.party, flags.strict);
  keepLastRun(document, party.party, context, flags.strict);
  await publishRun(document, flags, context);
  return document;
}

/** What a baseline was written under is what it is compared under, unless the flags say otherwise. */
function underBaseline(flags: RunFlags, baseline: Baseline | undefined): RunFlags {
  const { seed, effort } = baseline ?? {};
  return { ...(seed === undefined ? {} : { seed }), ...(effort === undefined ? {} : { effort }), ...flags };
}

async function decide({ party, suite, open }: PartyRun, flags: RunFlags, context: CliContext): Promise<ResultDocument> {
  const catalogue = loadRules().filter((rule) => rule.party === party);
  const rules = flags.only === undefined ? catalogue : selectRules(catalogue, flags.only);
  const seed = flags.seed === 'random' ? context.drawSeed() : (flags.seed ?? defaultSeed);
  const runId = context.drawRunId();
  const opened = await open({ seed, runId });
  const progress = new TerminalProgress({
    write: (text) => context.stderr.write(text),
    live: context.stderr.isTerminal,
    clock: startRunClock(),
    colour: wantsColour(context.stderr, context.env),
    columns: context.stderr.columns,
  });
  try {
    const document = await runSuite({
      ...opened.defaults,
      target: opened.target,
      suite,
      rules,
      catalogue,
      toolVersion: toolVersion(),
      runId,
      seed,
      signal: context.interrupted,
      ...optionsOf(flags),
      ...(flags.quiet === true ? {} : { listener: progress }),
    });
    return withRuleSet(document, flags.ruleset ?? opened.ruleset ?? currentRuleSet(), flags.strict);
  } finally {
    progress.end();
    await opened.target.close();
  }
}

function optionsOf({ only, brokenBy, effort, strict, concurrency, timeLimit, shard }: RunFlags) {
  return {
    ...(shard === undefined ? {} : { shard }),
    ...(only === undefined ? {} : { only }),
    ...(brokenBy === undefined ? {} : { brokenBy }),
    ...(effort === undefined ? {} : { effort }),
    ...(strict === undefined ? {} : { strict }),
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(timeLimit === undefined ? {} : { runLimitMs: timeLimit * 1000 }),
  };
}
