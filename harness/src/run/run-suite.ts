import type { Rule } from '@gateproof/spec';
import pLimit from 'p-limit';
import { prioritise } from '../budget/prioritise.ts';
import type { AnyCheck } from '../check/check.ts';
import { startRunClock } from '../clock/run-clock.ts';
import type { ResultDocument } from '../result/result-document.ts';
import { assembleDocument } from './assemble-document.ts';
import { countedLines } from './counted-lines.ts';
import { checksByRule, decideActive, decideOneStanding, exerciseStanding, notDecidable } from './decide-rule.ts';
import type { DecidedRule } from './decided-rule.ts';
import { type Explained, findCauses } from './find-causes.ts';
import { type ResolvedRunOptions, resolveRunOptions } from './resolve-run-options.ts';
import { announce } from './rule-record.ts';
import { createRunContext, createStopSwitch, noCounts, type RunContext } from './run-context.ts';
import type { RunOptions } from './run-options.ts';
import { settleRules } from './settle-rules.ts';
import { StandingLedger } from './standing-ledger.ts';

/** Runs a suite against a reached target and returns all that it found. Throws only for a fault of the harness itself. */
export async function runSuite(given: RunOptions): Promise<ResultDocument> {
  const options = resolveRunOptions(given);
  const clock = startRunClock();
  const startedAt = new Date(clock.wallMs()).toISOString();
  const notes: string[] = [];
  const onNote = (line: string) => {
    notes.push(line);
    options.listener?.onNote?.(line);
  };
  const counts = noCounts();
  const stop = createStopSwitch();
  const cancelLimit = clock.after(options.runLimitMs, () =>
    stop.stop('time-limit', `the run's limit of ${options.runLimitMs / 1000} s passed`),
  );
  const onAbort = () => stop.stop('interrupted', 'the run was interrupted');
  options.signal?.addEventListener('abort', onAbort);
  const ruleIds = new Set(options.rules.map(({ id }) => id));
  const standing = new StandingLedger(options.suite.standing, ruleIds);
  const context = createRunContext({ ...options, clock, standing, stop, counts, onNote });
  options.listener?.onStart?.(options.rules.length);
  try {
    const smoke = await options.target.smoke();
    counts.requests += smoke.requests;
    for (const note of smoke.notes) onNote(note);
    if (smoke.stop !== undefined) {
      stop.stop(smoke.stop.reason, smoke.stop.sentence);
      options.listener?.onNote?.(options.target.redact(smoke.stop.sentence));
    }
    const { decided, causes } =
      smoke.stop === undefined ? await decideAll(options, context, standing) : blockAll(options, smoke.stop.sentence);
    return assembleDocument({
      options,
      decided,
      model: smoke.model,
      causes,
      standing,
      counts,
      startedAt,
      durationMs: clock.nowMs(),
      notes: countedLines([...(options.target.notes?.() ?? []), ...notes]),
      cutShort: stop.cause,
    });
  } finally {
    cancelLimit();
    options.signal?.removeEventListener('abort', onAbort);
  }
}

function waitingChecksFirst(rules: readonly Rule[], checks: ReadonlyMap<string, AnyCheck>): Rule[] {
  const waits = ({ id }: Rule) => checks.get(id)?.waits === true;
  return [...rules.filter(waits), ...rules.filter((rule) => !waits(rule))];
}

/** Rules that the target could not be judged on anyway are not blocked. */
function blockAll(options: ResolvedRunOptions, reason: string): Explained {
  const decided = options.rules.map((rule) => ({
    rule,
    decision: notDecidable(rule, options) ?? { verdict: 'blocked' as const, reason },
  }));
  return { decided, causes: [] };
}

async function decideAll(
  options: ResolvedRunOptions,
  context: RunContext,
  standing: StandingLedger,
): Promise<Explained> {
  const checks = checksByRule(options.suite);
  const decided = new Map<string, DecidedRule>();
  const take = (entry: DecidedRule) => {
    decided.set(entry.rule.id, entry);
    announce(options.listener, entry, decided.size);
  };
  const active = options.rules.filter((rule) => rule.kind === 'active');
  const waiting = options.target.budget === undefined ? waitingChecksFirst(active, checks) : prioritise(active, checks);
  const alone = (rule: Rule) => options.target.clockScope === 'target' && rule.needs.includes('clock');
  const limit = pLimit(options.concurrency);
  const run = async (rule: Rule) => {
    options.listener?.onBegin?.(rule.id);
    take(await decideActive(rule, checks.get(rule.id), options, context));
  };
  await Promise.all(waiting.filter((rule) => !alone(rule)).map((rule) => limit(run, rule)));
  for (const rule of waiting.filter(alone)) await run(rule);
  // What was set aside for others and not sent may do for rules that were left out.
  for (const rule of waiting) if (decided.get(rule.id)?.decision.isLeftOut === true) await run(rule);
  await exerciseStanding(options, context, checks);
  for (const rule of options.rules.filter(({ kind }) => kind === 'standing')) {
    take(await decideOneStanding(rule, checks, options, context, standing));
  }
  const settled = settleRules(options.rules, decided, { standing: options.suite.standing, history: context.history });
  return findCauses(settled, options, context);
}
