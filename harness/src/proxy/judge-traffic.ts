import type { Rule } from '@gateproof/spec';
import type { StandingCheck } from '../check/check.ts';
import type { RunClock } from '../clock/run-clock.ts';
import type { ResultDocument, RuleRecord, TargetRecord } from '../result/result-document.ts';
import { assembleDocument } from '../run/assemble-document.ts';
import type { BrokenCase } from '../run/check-report.ts';
import type { DecidedRule } from '../run/decided-rule.ts';
import { resolveRunOptions } from '../run/resolve-run-options.ts';
import { noCounts } from '../run/run-counts.ts';
import { nothingSmoked } from '../run/smoke-report.ts';
import type { StandingLedger } from '../run/standing-ledger.ts';
import type { Traffic } from './traffic.ts';

export interface TrafficJudgement {
  readonly traffic: Traffic;
  /** Of both parties. */
  readonly checks: readonly StandingCheck[];
  readonly rules: readonly Rule[];
  readonly target: TargetRecord;
  readonly clock: RunClock;
  readonly toolVersion: string;
  readonly runId: string;
}

/** The verdicts that live traffic allows, as a result document. A rule that no exchange speaks of is not applicable; without any exchange all are inconclusive. */
export function judgeTraffic(given: TrafficJudgement): ResultDocument {
  const { traffic, checks, rules, target, clock, toolVersion, runId } = given;
  const redactor = traffic.redactor(target.prefix);
  const ledger = traffic.judge(checks, { prefix: target.prefix, baseUrl: target.baseUrl });
  const shown = new Map(traffic.all().map((exchange) => [exchange.id, exchange]));
  const judged = new Set(checks.flatMap((check) => check.rules));
  const options = resolveRunOptions({
    target: unopened(target, (text) => redactor.redact(text)),
    suite: { checks: [], standing: checks },
    ...{ rules, catalogue: rules, toolVersion, runId, seed: 0 },
  });
  const document = assembleDocument({
    options,
    decided: rules
      .filter(({ id }) => judged.has(id))
      .map((rule) => decide(rule, ledger, traffic.count, (id) => shown.get(id))),
    causes: [],
    crashes: [],
    standing: ledger,
    counts: { ...noCounts(), requests: traffic.count, exchanges: traffic.count },
    startedAt: new Date(clock.wallMs() - clock.nowMs()).toISOString(),
    durationMs: clock.nowMs(),
    notes: [],
    cutShort: undefined,
  });
  return { ...document, rules: document.rules.map(withoutReplay) };
}

/** What passed by cannot be sent again by a command. */
function withoutReplay({ failure, ...record }: RuleRecord): RuleRecord {
  if (failure === undefined) return record;
  const { replay: _replay, ...seen } = failure;
  return { ...record, failure: seen };
}

function decide(
  rule: Rule,
  ledger: StandingLedger,
  count: number,
  exchangeOf: (id: string) => BrokenCase['exchanges'][number] | undefined,
): DecidedRule {
  const entry = ledger.entry(rule.id);
  if (entry?.violation !== undefined) {
    const { finding } = entry.violation;
    const broken: BrokenCase = {
      ...{ check: 'live traffic', seed: 0, path: '', input: 'live traffic', shrinks: 0, finding },
      replayed: { kind: 'broke' },
      exchanges: (finding.exchanges ?? []).flatMap((id) => exchangeOf(id) ?? []),
    };
    return { rule, decision: { verdict: rule.level === 'should' ? 'warn' : 'fail' }, broken };
  }
  if (entry === undefined) {
    const verdict = count === 0 ? 'inconclusive' : 'not-applicable';
    const reason = count === 0 ? 'no request came through the proxy' : 'no exchange shows what this rule speaks of';
    return { rule, decision: { verdict, reason } };
  }
  const { undecidedBy, exercised, idle } = entry;
  if (exercised === 0 && idle !== undefined) return { rule, decision: { verdict: 'not-applicable', reason: idle } };
  if (undecidedBy !== undefined) return { rule, decision: { verdict: 'blocked', blockedBy: undecidedBy } };
  return { rule, decision: { verdict: entry.caution === undefined ? 'pass' : 'warn' } };
}

/** A target that is only written down. */
function unopened(record: TargetRecord, redact: (text: string) => string) {
  return {
    ...{ record, redact, capabilities: new Set<never>(), clockScope: 'account' as const },
    openWorld: () => Promise.reject(new Error('a proxy opens no worlds')),
    alive: async () => true,
    smoke: async () => nothingSmoked,
    close: async () => undefined,
  };
}
