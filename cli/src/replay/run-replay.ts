import { type ResultDocument, replayRule, type Suite } from '@gateproof/harness';
import { failureText, styleFor } from '@gateproof/reports';
import { loadRules } from '@gateproof/spec';
import { clientSuite, gatewaySuite, receiverSuite } from '@gateproof/suites';
import { type CliContext, wantsColour } from '../cli-context.ts';
import { parseClientArguments } from '../client/client-flags.ts';
import { openClientTarget } from '../client/open-client-target.ts';
import { type OpenedTarget, openTarget } from '../open-target.ts';
import { openReceiverTarget } from '../receiver/open-receiver-target.ts';
import { parseReceiverFlags } from '../receiver/receiver-flags.ts';
import { ruleCalled } from '../rules/filter-rules.ts';
import type { TargetFlags } from '../target-flags.ts';
import { toolVersion } from '../version.ts';
import { mergeTargetFlags } from './merge-target-flags.ts';
import { failingCase, readResult } from './read-result.ts';

export interface ReplayRequest {
  readonly result: string;
  readonly rule: string;
  readonly flags: TargetFlags;
}

const body = { characters: 20_000, lines: 400 };

/** Runs the case of a failure again and prints what it shows; 1 when it breaks the rule again, 0 when it holds. */
export async function runReplay(request: ReplayRequest, context: CliContext): Promise<number> {
  const earlier = readResult(request.result);
  const where = failingCase(earlier, request.rule);
  const catalogue = loadRules();
  const rule = ruleCalled(catalogue, request.rule);
  const runId = context.drawRunId();
  const { seed, effort } = earlier.run;
  const { opened, suite } = await openAgain(earlier, request.flags, context, runId);
  const options = {
    ...opened.defaults,
    suite,
    rules: [rule],
    catalogue,
    toolVersion: toolVersion(),
    runId,
    seed,
    effort,
  };
  try {
    const document = await replayRule({ ...options, target: opened.target, signal: context.interrupted }, rule, where);
    return tell(document, context);
  } finally {
    await opened.target.close();
  }
}

/** Opens the target of an earlier run again, as its result says. */
async function openAgain(
  { target: { kind, arguments: recorded }, run: { seed } }: ResultDocument,
  flags: TargetFlags,
  context: CliContext,
  runId: string,
): Promise<{ readonly opened: OpenedTarget; readonly suite: Suite }> {
  if (kind === 'receiver') {
    const opened = await openReceiverTarget(parseReceiverFlags(recorded), { context, runId });
    return { opened, suite: receiverSuite };
  }
  if (kind === 'client') {
    const { command, flags: clientFlags } = parseClientArguments(recorded);
    return { opened: await openClientTarget(command, clientFlags, runId), suite: clientSuite };
  }
  return {
    opened: await openTarget(mergeTargetFlags(recorded, flags), { env: context.env, seed, runId }),
    suite: gatewaySuite,
  };
}

function tell(document: ResultDocument, context: CliContext): number {
  const style = styleFor(wantsColour(context.stdout, context.env));
  const record = document.rules[0];
  if (record === undefined) throw new Error('the replay decided nothing; run the whole suite instead');
  context.stdout.write(`${failureText(document, record, { style, body }).join('\n')}\n`);
  if (record.verdict === 'pass') context.stdout.write(`\n${style.green('The rule holds now.')}\n`);
  if (record.verdict === 'warn') context.stdout.write(`\n${style.yellow('The rule still warns.')}\n`);
  return document.summary.exitCode;
}
