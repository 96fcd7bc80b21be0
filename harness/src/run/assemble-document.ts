import { type Verdict, verdicts } from '../check/verdict.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { toRecord } from '../exchange/to-record.ts';
import {
  type CutShortRecord,
  type ExchangeRecord,
  type ResultDocument,
  type RuleRecord,
  type RunRecord,
  resultFormat,
} from '../result/result-document.ts';
import { type DescribedCause, foldCauses } from './causes.ts';
import type { DecidedRule } from './decided-rule.ts';
import { exitCodeOf } from './exit-code.ts';
import type { ResolvedRunOptions } from './resolve-run-options.ts';
import { ruleRecord } from './rule-record.ts';
import type { RunCounts } from './run-context.ts';
import type { StandingLedger } from './standing-ledger.ts';

/** All that a run left behind, before it is written down. */
export interface RunRemains {
  readonly options: ResolvedRunOptions;
  readonly decided: readonly DecidedRule[];
  /** The causes that rules were found to fold under. */
  readonly causes: readonly DescribedCause[];
  readonly standing: StandingLedger;
  readonly counts: RunCounts;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly notes: readonly string[];
  readonly cutShort: CutShortRecord | undefined;
}

/** Writes a finished run down as its result document. */
export function assembleDocument(remains: RunRemains): ResultDocument {
  const { options, decided, standing, counts, cutShort } = remains;
  const redact = (text: string) => options.target.redact(text);
  const rules = decided.map((entry) => ruleRecord(entry, standing, redact));
  const byVerdict = countVerdicts(rules);
  return {
    format: resultFormat,
    tool: { name: 'gateproof', version: options.toolVersion },
    run: {
      id: options.runId,
      seed: options.seed,
      effort: options.effort,
      startedAt: remains.startedAt,
      durationMs: Math.round(remains.durationMs),
      cases: counts.cases,
      requests: counts.requests,
      exchanges: counts.exchanges,
      ...coverageOf(options.suite.transitions ?? [], counts.walked),
      ...(options.target.budget === undefined ? {} : { budget: options.target.budget.limit }),
      ...(options.only === undefined ? {} : { only: options.only }),
      ...(cutShort === undefined ? {} : { cutShort }),
    },
    target: options.target.record,
    summary: {
      verdicts: byVerdict,
      exitCode: exitCodeOf(byVerdict, { strict: options.strict, cutShort }),
      causes: foldCauses(rules, remains.causes),
      differences: [],
    },
    rules,
    exchanges: keptExchanges(decided, standing, redact),
    notes: remains.notes.map(redact),
  };
}

/** Told where the run walked anything: one that selected other rules says nothing about the models. */
function coverageOf(transitions: readonly string[], walked: ReadonlySet<string>): Pick<RunRecord, 'coverage'> {
  if (walked.size === 0) return {};
  const missing = transitions.filter((one) => !walked.has(one));
  return { coverage: { transitions: transitions.length, walked: transitions.length - missing.length, missing } };
}

function countVerdicts(rules: readonly RuleRecord[]): Record<Verdict, number> {
  const counts = Object.fromEntries(verdicts.map((verdict) => [verdict, 0])) as Record<Verdict, number>;
  for (const { verdict } of rules) counts[verdict] += 1;
  return counts;
}

/** The exchanges that the document's rules point to: those of breaks, cautions, failed set-ups and witnesses. */
function keptExchanges(
  decided: readonly DecidedRule[],
  standing: StandingLedger,
  redact: (text: string) => string,
): Record<string, ExchangeRecord> {
  const kept = new Map<string, Exchange>(standing.kept());
  for (const { report, broken } of decided) {
    const lists = [broken?.exchanges, report?.caution?.exchanges, report?.setupFailure?.exchanges, report?.witnesses];
    for (const exchange of lists.flatMap((list) => list ?? [])) kept.set(exchange.id, exchange);
  }
  return Object.fromEntries([...kept].map(([id, exchange]) => [id, toRecord(exchange, redact)]));
}
