import { type JudgingProxy, openProxy } from '@gateproof/harness';
import { visibleText } from '@gateproof/reports';
import { defaultPrefix, loadRules } from '@gateproof/spec';
import { trafficChecks } from '@gateproof/suites';
import type { CliContext } from '../cli-context.ts';
import { publishRun } from '../publish-report.ts';
import { assertReportFiles } from '../report-files.ts';
import { untilInterrupted } from '../until-interrupted.ts';
import { toolVersion } from '../version.ts';
import { listening, proxiedTarget } from './proxied-target.ts';
import type { ProxyFlags } from './proxy-flags.ts';

/** How long exchanges that are under way may go on after the user asked to stop. */
const lastExchangesMs = 2_000;

/** Passes traffic on until the user asks to stop, then prints and writes what it showed. Returns the exit code of the verdicts. */
export async function runProxy(flags: ProxyFlags, context: CliContext): Promise<number> {
  assertReportFiles(flags);
  const proxy = await open(flags, context);
  context.stderr.write(`proxy at ${proxy.url}, in front of ${flags.target}; Ctrl-C ends it and prints the verdicts\n`);
  await untilInterrupted(context.interrupted);
  const document = await proxy.finish(lastExchangesMs);
  await publishRun(document, flags, context);
  return document.summary.exitCode;
}

async function open(
  { target, port, prefix, quiet }: ProxyFlags,
  { stderr, drawRunId }: CliContext,
): Promise<JudgingProxy> {
  const shown = new Set<string>();
  const opened = openProxy({
    ...{ target: proxiedTarget(target, 'a proxy'), port, prefix: prefix ?? defaultPrefix },
    ...{ checks: trafficChecks, rules: loadRules(), toolVersion: toolVersion(), runId: drawRunId() },
    onExchange({ id, request: { method, url } }, broken) {
      const fresh = broken.filter((rule) => !shown.has(rule));
      for (const rule of fresh) shown.add(rule);
      if (fresh.length > 0 && quiet !== true)
        stderr.write(`${id} ${method} ${visibleText(new URL(url).pathname)} breaks ${fresh.join(', ')}\n`);
    },
  });
  return listening(port, opened);
}
