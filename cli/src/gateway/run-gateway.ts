import { type ResultDocument, runSuite } from '@gateproof/harness';
import { renderTerminal, terminalProgress } from '@gateproof/reports';
import { loadRules } from '@gateproof/spec';
import { gatewaySuite } from '@gateproof/suites';
import { type CliContext, type Output, wantsColour } from '../cli-context.ts';
import { openTarget } from '../open-target.ts';
import { selectRules } from '../select-rules.ts';
import { toolVersion } from '../version.ts';
import type { GatewayFlags } from './gateway-flags.ts';
import { assertReportFiles, takesStandardOutput, writeReportFiles } from './report-files.ts';
import { withReplayFile } from './with-replay-file.ts';

/** Runs the gateway suite as the flags say, prints and writes the reports, and returns the exit code of the run. */
export async function runGateway(flags: GatewayFlags, context: CliContext): Promise<number> {
  assertReportFiles(flags);
  const document = withReplayFile(await decide(flags, context), flags.json);
  const output = takesStandardOutput(flags) ? context.stderr : context.stdout;
  const colour = wantsColour(output, context.env);
  output.write(renderTerminal(document, { colour, quiet: flags.quiet ?? false }));
  await writeReportFiles(document, flags, context);
  hintAtReplay(document, flags, context.stderr);
  return document.summary.exitCode;
}

async function decide(flags: GatewayFlags, context: CliContext): Promise<ResultDocument> {
  const catalogue = loadRules().filter((rule) => rule.party === 'gateway');
  const rules = flags.only === undefined ? catalogue : selectRules(catalogue, flags.only);
  const seed = flags.seed ?? context.drawSeed();
  const runId = context.drawRunId();
  const opened = await openTarget(flags, { context, seed, runId });
  const progress = terminalProgress({
    write: (text) => context.stderr.write(text),
    live: context.stderr.isTerminal,
    colour: wantsColour(context.stderr, context.env),
    columns: context.stderr.columns,
  });
  try {
    return await runSuite({
      ...opened.defaults,
      target: opened.target,
      suite: gatewaySuite,
      rules,
      catalogue,
      toolVersion: toolVersion(),
      runId,
      seed,
      signal: context.interrupted,
      ...(flags.only === undefined ? {} : { only: flags.only }),
      ...(flags.effort === undefined ? {} : { effort: flags.effort }),
      ...(flags.strict === undefined ? {} : { strict: flags.strict }),
      ...(flags.concurrency === undefined ? {} : { concurrency: flags.concurrency }),
      ...(flags.timeLimit === undefined ? {} : { runLimitMs: flags.timeLimit * 1000 }),
      ...(flags.quiet === true ? {} : { listener: progress }),
    });
  } finally {
    progress.end();
    await opened.target.close();
  }
}

function hintAtReplay(document: ResultDocument, flags: GatewayFlags, stderr: Output): void {
  const broken = document.rules.some(({ failure }) => failure !== undefined);
  if (!broken || flags.json !== undefined) return;
  stderr.write('gateproof: add --json RESULT.json to keep the result document that replay reads\n');
}
