import type { Exchange } from '../exchange/exchange.ts';
import {
  type CrashRecord,
  type CutShortRecord,
  type ExchangeRecord,
  type ResultDocument,
  type RuleRecord,
  type RunRecord,
  resultFormat,
} from '../result/result-document.ts';
import { toRecord } from '../result/to-record.ts';
import type { DescribedCause } from './causes.ts';
import type { Crash } from './crash-ledger.ts';
import type { DecidedRule } from './decided-rule.ts';
import { besideDifferences } from './declared-differences.ts';
import { describedCause, type FoundCause } from './found-cause.ts';
import { openQuestions } from './open-questions.ts';
import type { ResolvedRunOptions } from './resolve-run-options.ts';
import { ruleRecord } from './rule-record.ts';
import type { RunCounts } from './run-counts.ts';
import type { StandingLedger } from './standing-ledger.ts';
import { summarise } from './summarise.ts';
import { witnessesOf } from './witnesses-of.ts';

/** All that a run left behind, before it is written down. */
export interface FinishedRun {
  readonly options: ResolvedRunOptions;
  readonly decided: readonly DecidedRule[];
  /** The causes that rules were found to fold under. */
  readonly causes: readonly FoundCause[];
  /** What makes the target go away. */
  readonly crashes: readonly Crash[];
  readonly standing: StandingLedger;
  readonly counts: RunCounts;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly notes: readonly string[];
  readonly cutShort: CutShortRecord | undefined;
  /** The text model that requests named where none could be made. */
  readonly model?: string | undefined;
  readonly advice?: string | undefined;
}

/** Writes a finished run down as its result document. */
export function assembleDocument(finished: FinishedRun): ResultDocument {
  const { options, standing, counts, crashes, cutShort, model, advice } = finished;
  const { decided, differences } = besideDifferences(finished.decided, options.target.differs ?? [], counts.repaired);
  const redact = (text: string) => options.target.redact(text);
  const exchanges = keptExchanges({ ...finished, decided }, redact);
  const partOf = (entry: DecidedRule) => (options.shard === undefined ? {} : openQuestions(entry, redact));
  const rules = decided.map((entry) =>
    withWitness({ ...ruleRecord(entry, standing, redact), ...partOf(entry) }, exchanges),
  );
  return {
    format: resultFormat,
    tool: { name: 'gateproof', version: options.toolVersion },
    run: {
      id: options.runId,
      seed: options.seed,
      effort: options.effort,
      startedAt: finished.startedAt,
      durationMs: Math.round(finished.durationMs),
      cases: counts.cases,
      requests: options.target.requestsSent?.() ?? counts.requests,
      exchanges: counts.exchanges,
      ...(counts.spending.cost.generations === 0 ? {} : { cost: counts.spending.cost }),
      ...coverageOf(options.suite.transitions ?? [], counts.walked),
      ...(options.target.budget === undefined ? {} : { budget: options.target.budget.limit }),
      ...(options.only === undefined ? {} : { only: options.only }),
      ...(options.shard === undefined ? {} : { shard: options.shard }),
      ...(advice === undefined ? {} : { advice: redact(advice) }),
      ...(cutShort === undefined ? {} : { cutShort: { ...cutShort, sentence: redact(cutShort.sentence) } }),
      ...(crashes.length === 0 ? {} : { crashes: crashes.map((crash) => crashRecord(crash, redact)) }),
    },
    target: { ...options.target.record, ...(model === undefined ? {} : { model }) },
    summary: summarise(rules, {
      strict: options.strict,
      cutShort,
      causes: [...crashes.map((crash) => crashCause(crash, redact)), ...finished.causes.map(describedCause)],
      differences,
    }),
    rules,
    exchanges,
    notes: finished.notes.map(redact),
  };
}

/** Reported where the run walked anything: one that selected other rules says nothing about the models. */
function coverageOf(transitions: readonly string[], walked: ReadonlySet<string>): Pick<RunRecord, 'coverage'> {
  if (walked.size === 0) return {};
  const missing = transitions.filter((one) => !walked.has(one));
  return { coverage: { transitions: transitions.length, walked: transitions.length - missing.length, missing } };
}

function crashRecord({ id, sentence, exchange, times }: Crash, redact: (text: string) => string): CrashRecord {
  return { id, sentence: redact(sentence), exchange: exchange.id, times };
}

function crashCause({ id, sentence, exchange }: Crash, redact: (text: string) => string): DescribedCause {
  return { id, kind: 'crash', sentence: redact(sentence), harm: 'exit', exchange: exchange.id, proved: false };
}

/** The exchanges that the document points to: those of breaks and warnings, the witnesses, and those that show a crash. */
function keptExchanges(
  { options, decided, causes, crashes, standing }: FinishedRun,
  redact: (text: string) => string,
): Record<string, ExchangeRecord> {
  const kept = new Map<string, Exchange>(crashes.map(({ exchange }) => [exchange.id, exchange]));
  for (const { shownBy } of causes) if (shownBy !== undefined) kept.set(shownBy.id, shownBy);
  for (const entry of decided) {
    const caution = entry.report?.caution ?? standing.entry(entry.rule.id)?.caution;
    const warned = entry.decision.verdict === 'warn' ? (caution?.exchanges ?? []) : [];
    const setup = options.shard === undefined ? [] : (entry.report?.setupFailure?.exchanges ?? []);
    const lists = [entry.broken?.exchanges ?? [], warned, setup, witnessesOf(entry, standing)];
    for (const exchange of lists.flat()) kept.set(exchange.id, exchange);
  }
  return Object.fromEntries([...kept].map(([id, exchange]) => [id, toRecord(exchange, redact)]));
}

/** A verdict that lets a rule stand needs an exchange that shows it: without one the harness has lost its evidence. */
function withWitness(record: RuleRecord, kept: Readonly<Record<string, ExchangeRecord>>): RuleRecord {
  const stands = record.verdict === 'pass' || record.verdict === 'warn';
  if (!stands || record.witnesses.some((id) => kept[id] !== undefined)) return record;
  return { ...record, verdict: 'error', reason: `no exchange was kept that shows the verdict ${record.verdict}` };
}
