import { toCurl } from '../exchange/curl.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { FailureRecord, RuleRecord } from '../result/result-document.ts';
import type { BrokenCase } from './check-report.ts';
import type { DecidedRule } from './decided-rule.ts';
import type { RunListener } from './run-options.ts';

import type { StandingLedger } from './standing-ledger.ts';

/** Tells a listener of a decided rule, before blocking and causes are settled. */
export function announce(listener: RunListener | undefined, decided: DecidedRule, doneCount: number): void {
  listener?.onRule?.(
    ruleRecord(decided, undefined, (text) => text),
    doneCount,
  );
}

/** The record of one rule in the result document. */
export function ruleRecord(
  decided: DecidedRule,
  standing: StandingLedger | undefined,
  redact: (text: string) => string,
): RuleRecord {
  const { rule, decision, report } = decided;
  const entry = standing?.entry(rule.id);
  const failure = failureOf(decided, standing, redact);
  return {
    rule: rule.id,
    area: rule.area,
    party: rule.party,
    level: rule.level,
    kind: rule.kind,
    statement: rule.statement,
    section: rule.section,
    verdict: decision.verdict,
    cases:
      report === undefined
        ? { run: entry?.exercised ?? 0, exercised: entry?.exercised ?? 0 }
        : { run: report.run, exercised: report.exercised },
    durationMs: Math.round(report?.durationMs ?? 0),
    witnesses: report === undefined ? (entry?.witnesses ?? []) : report.witnesses.map(({ id }) => id),
    ...(decision.reason === undefined ? {} : { reason: redact(decision.reason) }),
    ...(decision.missing === undefined ? {} : { missing: decision.missing }),
    ...(decision.blockedBy === undefined ? {} : { blockedBy: decision.blockedBy }),
    ...(decided.causedBy === undefined ? {} : { causedBy: decided.causedBy }),
    ...(decided.beside === undefined ? {} : { beside: decided.beside }),
    ...(failure === undefined ? {} : { failure }),
  };
}

function failureOf(
  { rule, decision, report, broken }: DecidedRule,
  standing: StandingLedger | undefined,
  redact: (text: string) => string,
): FailureRecord | undefined {
  if (broken !== undefined) return brokenFailure(rule.id, broken, redact);
  if (decision.verdict !== 'warn') return undefined;
  const caution = report?.caution;
  if (caution !== undefined) {
    const seen = { ...caution, check: rule.id, shrinks: 0, confirmed: true };
    return brokenFailure(rule.id, seen, redact);
  }
  const entry = standing?.entry(rule.id)?.caution;
  if (entry === undefined) return undefined;
  return {
    expected: redact(entry.finding.expected),
    observed: redact(entry.finding.observed),
    case: { check: rule.id, seed: 0, path: '', input: 'seen on an exchange of another check', shrinks: 0 },
    exchanges: entry.exchanges,
    shownBy: entry.exchanges,
    curl: [],
    replay: `npx gateproof gateway --only ${rule.id}`,
  };
}

function brokenFailure(rule: string, broken: BrokenCase, redact: (text: string) => string): FailureRecord {
  const shownBy = broken.finding.exchanges ?? [];
  return {
    expected: redact(broken.finding.expected),
    observed: redact(broken.finding.observed),
    case: {
      check: broken.check,
      seed: broken.seed,
      path: broken.path,
      input: redact(broken.input),
      shrinks: broken.shrinks,
    },
    exchanges: broken.exchanges.map(({ id }) => id),
    shownBy,
    curl: broken.exchanges.filter(isRequest).map((exchange) => redact(toCurl(exchange))),
    replay: `npx gateproof replay RESULT.json ${rule}`,
    ...(broken.onReplay === undefined ? {} : { onReplay: redact(broken.onReplay) }),
  };
}

function isRequest({ side }: Exchange): boolean {
  return side === 'request';
}
