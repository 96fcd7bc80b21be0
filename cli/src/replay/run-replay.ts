import { type ResultDocument, replayRule, type Suite } from '@gateproof/harness';
import { failureText, styleFor } from '@gateproof/reports';
import { loadRules } from '@gateproof/spec';
import { clientSuite, gatewaySuite, receiverSuite } from '@gateproof/suites';
import { type CliContext, wantsColour } from '../cli-context.ts';
import { parseClientArguments } from '../client/client-flags.ts';
import { openClientTarget } from '../client/open-client-target.ts';
import { readNamedResult, splitResult } from '../last-run/last-result.ts';
import { type OpenedTarget, openTarget } from '../open-target.ts';
import { failingCase } from '../read-result.ts';
import { openReceiverTarget } from '../receiver/open-receiver-target.ts';
import { parseReceiverFlags, type ReceiverTargetFlags } from '../receiver/receiver-flags.ts';
import { ruleCalled } from '../rules/filter-rules.ts';
import type { TargetFlags } from '../target-flags.ts';
import { UsageError } from '../usage-error.ts';
import { toolVersion } from '../version.ts';
import { ofLastRun, withReplayFile } from '../with-replay-file.ts';
import { confirmTarget } from './confirm-target.ts';
import { mergeTargetFlags } from './merge-target-flags.ts';

export interface ReplayRequest {
  /** The result document (default: that of the last run of this folder), the rule, and a client's driver where it is named again. */
  readonly words: readonly string[];
  readonly flags: TargetFlags;
}

const body = { characters: 20_000, lines: 400 };

/** Runs the case of a failure again and prints what it shows; 1 when it breaks the rule again, 0 when it holds. */
export async function runReplay(request: ReplayRequest, context: CliContext): Promise<number> {
  const { file, ids } = splitResult(request.words);
  const [id, ...driver] = ids;
  if (id === undefined) throw new UsageError("missing required argument 'rule': the rule whose case is run again");
  const earlier = readNamedResult(file, context);
  const where = failingCase(earlier, id);
  const catalogue = loadRules();
  const rule = ruleCalled(catalogue, id);
  const runId = context.drawRunId();
  const { seed, effort } = earlier.run;
  const { opened, suite } = await openAgain(
    earlier,
    { file: file || 'the last run', flags: request.flags, driver },
    context,
    runId,
  );
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
    return printReplay(
      file === '' ? ofLastRun(withReplayFile(document, undefined)) : withReplayFile(document, file),
      context,
    );
  } finally {
    await opened.target.close();
  }
}

interface Again {
  /** The result, as a question names it. */
  readonly file: string;
  readonly flags: TargetFlags;
  readonly driver: readonly string[];
}

/** Opens the target of an earlier run again: the one that the command line names, or the one of the result once the user has agreed to it. */
async function openAgain(
  { target: { kind, arguments: recorded }, run: { seed } }: ResultDocument,
  { file, flags, driver }: Again,
  context: CliContext,
  runId: string,
): Promise<{ readonly opened: OpenedTarget; readonly suite: Suite }> {
  if (kind === 'receiver') {
    if (flags.url === undefined) await confirmTarget({ file, arguments: recorded }, context);
    const receiver = atUrl(parseReceiverFlags(recorded), flags.url?.at(-1));
    const opened = await openReceiverTarget(receiver, { context, runId });
    return { opened, suite: receiverSuite };
  }
  if (kind === 'client') {
    const { command, flags: clientFlags } = parseClientArguments(recorded);
    if (driver.length === 0) await confirmTarget({ file, arguments: recorded }, context);
    const started = driver.length === 0 ? command : driver;
    return { opened: await openClientTarget(started, clientFlags, { ...context, runId }), suite: clientSuite };
  }
  const merged = mergeTargetFlags(recorded, flags);
  if (merged.isNamedByFile) await confirmTarget({ file, arguments: recorded }, context);
  const opened = await openTarget(merged.flags, { ...context, seed, runId });
  return { opened, suite: gatewaySuite };
}

/** With a receiver that was named again, an observer of the result is asked only where it is on the same machine, and no command of the result runs. */
function atUrl(recorded: ReceiverTargetFlags, url: string | undefined): ReceiverTargetFlags {
  if (url === undefined) return recorded;
  const { observer, restart: _command, ...others } = recorded;
  return { ...others, url, ...(observer !== undefined && hostOf(observer) === hostOf(url) ? { observer } : {}) };
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname : undefined);

function printReplay(document: ResultDocument, context: CliContext): number {
  const style = styleFor(wantsColour(context.stdout, context.env));
  const record = document.rules[0];
  if (record === undefined) throw new Error('the replay decided nothing; run the whole suite instead');
  context.stdout.write(`${failureText(document, record, { style, body }).join('\n')}\n`);
  if (record.verdict === 'pass') context.stdout.write(`\n${style.green('The rule holds now.')}\n`);
  if (record.verdict === 'warn') context.stdout.write(`\n${style.yellow('The rule still warns.')}\n`);
  return document.summary.exitCode;
}
