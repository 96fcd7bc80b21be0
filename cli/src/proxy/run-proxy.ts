import { type JudgingProxy, openProxy } from '@gateproof/harness';
import { visibleText } from '@gateproof/reports';
import { defaultPrefix, loadRules } from '@gateproof/spec';
import { trafficChecks } from '@gateproof/suites';
import type { CliContext } from '../cli-context.ts';
import { publishReport } from '../publish-report.ts';
import { assertReportFiles } from '../report-files.ts';
import { UsageError } from '../usage-error.ts';
import { toolVersion } from '../version.ts';
import type { ProxyFlags } from './proxy-flags.ts';

/** How long exchanges that are under way may go on after the user asked to stop. */
const lastExchangesMs = 2_000;

/** Passes traffic on until the user asks to stop, then prints and writes what it showed. Returns the exit code of the verdicts. */
export async function runProxy(flags: ProxyFlags, context: CliContext): Promise<number> {
  assertReportFiles(flags);
  const proxy = await open(flags, context);
  context.stderr.write(`proxy at ${proxy.url}, in front of ${flags.target}; Ctrl-C ends it and prints the verdicts\n`);
  await aborted(context.interrupted);
  const document = await proxy.finish(lastExchangesMs);
  await publishReport(document, flags, context);
  return document.summary.exitCode;
}

async function open(
  { target, port, prefix, quiet }: ProxyFlags,
  { stderr, drawRunId }: CliContext,
): Promise<JudgingProxy> {
  const shown = new Set<string>();
  try {
    return await openProxy({
      ...{ target: baseUrlOf(target), port, prefix: prefix ?? defaultPrefix },
      ...{ checks: trafficChecks, rules: loadRules(), toolVersion: toolVersion(), runId: drawRunId() },
      onExchange({ id, request: { method, url } }, broken) {
        const fresh = broken.filter((rule) => !shown.has(rule));
        for (const rule of fresh) shown.add(rule);
        if (fresh.length > 0 && quiet !== true)
          stderr.write(`${id} ${method} ${visibleText(new URL(url).pathname)} breaks ${fresh.join(', ')}\n`);
      },
    });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
      throw new UsageError(`port ${port} is in use; name another, or --port 0 for any free one`);
    if (error instanceof Error && 'code' in error && error.code === 'EACCES')
      throw new UsageError(`not allowed to listen on port ${port}; name one above 1023`);
    throw error;
  }
}

function baseUrlOf(target: string | undefined): string {
  if (target === undefined) throw new UsageError('a proxy needs the gateway that it stands in front of: --target URL');
  if (!/^https?:\/\/[^/]/.test(target) || !URL.canParse(target))
    throw new UsageError(`--target ${target} is no http or https URL; give for example http://localhost:8080`);
  const base = target.replace(/\/+$/, '');
  if (/[?#]/.test(base)) throw new UsageError(`--target ${target} has a query or a fragment; give the base URL alone`);
  if (base.endsWith('/v1')) throw new UsageError(`--target ${target} ends with /v1; give ${base.slice(0, -3)}`);
  return base;
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
