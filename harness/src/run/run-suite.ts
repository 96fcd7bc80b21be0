import type { Rule } from '@gateproof/spec';
import pLimit from 'p-limit';
import { prioritise } from '../budget/prioritise.ts';
import { startRunClock } from '../clock/run-clock.ts';
import type { ResultDocument } from '../result/result-document.ts';
import { assembleDocument } from './assemble-document.ts';
import { countedLines } from './counted-lines.ts';
import { checksByRule, decideActive, decideOneStanding, notDecidable } from './decide-rule.ts';
import type { DecidedRule } from './decided-rule.ts';
import { exerciseStanding } from './exercise-standing.ts';
import { type Explained, findCauses } from './find-causes.ts';
import { foresee } from './foresee.ts';
import { longestFirst } from './longest-first.ts';
import { type ResolvedRunOptions, resolveRunOptions } from './resolve-run-options.ts';
import { announce } from './rule-record.ts';
import { noCounts } from './run-counts.ts';
import type { RunOptions } from './run-options.ts';
import { settleRules } from './settle-rules.ts';
import { smokeOf } from './smoke-of.ts';
import { StandingLedger } from './standing-ledger.ts';
import { createStopSwitch } from './stop-switch.ts';
import { SuiteRun } from './suite-run.ts';
import { takeShard } from './take-shard.ts';
import { timeNotes } from './time-notes.ts';

/** Part of a run's limit that is kept for seeing again what standing rules were broken by; less where none was broken so far. */
const reservedPart = { broken: 1 / 5, unbroken: 1 / 20 };
/**
 * Rules that used up their time get what the others left of theirs, if that is at least so long for each, in ms, or as long as what each rule had at first:
 * before a slow target all of them had little.
 */
const worthwhileMs = 5_000;

/** Runs a suite against a reached target and returns all that it found. Throws only for a fault of the harness itself. */
export async function runSuite(given: RunOptions): Promise<ResultDocument> {
  const options = resolveRunOptions(takeShard(given));
  const clock = startRunClock();
  const startedAt = new Date(clock.wallMs()).toISOString();
  const notes: string[] = [];
  const onNote = (line: string) => {
    notes.push(line);
    options.listener?.onNote?.(line);
  };
  const counts = noCounts();
  const stop = createStopSwitch({ ...options, clock });
  const standing = new StandingLedger(options.suite.standing, new Set(options.rules.map(({ id }) => id)));
  const run = new SuiteRun(options, { clock, standing, stop, counts, onNote });
  options.listener?.onStart?.(options.rules.length);
  try {
    const smoke = await smokeOf(options.target, stop);
    counts.requests += smoke.requests;
    for (const note of smoke.notes) onNote(note);
    if (smoke.stop !== undefined) {
      stop.stop(smoke.stop.reason, smoke.stop.sentence);
      options.listener?.onNote?.(options.target.redact(smoke.stop.sentence));
    }
    const foreseen = smoke.stop === undefined ? foresee(options, run, smoke, clock) : undefined;
    const { decided, causes } =
      foreseen === undefined ? blockAll(options, smoke.stop?.sentence ?? '') : await decideAll(foreseen.options, run);
    for (const note of timeNotes(decided, options.runLimitMs, foreseen?.forecast?.neededLimitMs)) onNote(note);
    return assembleDocument({
      options,
      decided,
      model: smoke.model,
      advice: smoke.advice,
      causes,
      crashes: run.crashes,
      standing,
      counts,
      startedAt,
      durationMs: clock.nowMs(),
      notes: countedLines([...(options.target.notes?.() ?? []), ...notes]),
      cutShort: stop.cause,
    });
  } finally {
    stop.disarm();
  }
}

/** Rules that the target could not be judged on anyway are not blocked. */
function blockAll(options: ResolvedRunOptions, reason: string): Explained {
  const decided = options.rules.map((rule) => ({
    rule,
    decision: notDecidable(rule, options) ?? { verdict: 'blocked' as const, reason },
  }));
  return { decided, causes: [] };
}

async function decideAll(options: ResolvedRunOptions, run: SuiteRun): Promise<Explained> {
  const checks = checksByRule(options.suite);
  const decided = new Map<string, DecidedRule>();
  const take = (entry: DecidedRule) => {
    decided.set(entry.rule.id, entry);
    announce(options.listener, entry, decided.size);
  };
  const active = options.rules.filter((rule) => rule.kind === 'active');
  const waiting =
    options.target.budget === undefined ? longestFirst(active, checks, options.suite.costsMs) : prioritise(active);
  const alone = (rule: Rule) => options.target.clockScope === 'target' && rule.needs.includes('clock');
  const limit = pLimit(options.concurrency);
  const decide = async (rule: Rule) => {
    options.listener?.onBegin?.(rule.id);
    take(await decideActive(rule, checks.get(rule.id), options, run));
  };
  const isBroken = ({ id }: Rule) => run.standing.entry(id)?.violation !== undefined;
  const reserveMs = () => options.runLimitMs * reservedPart[options.rules.some(isBroken) ? 'broken' : 'unbroken'];
  const firstReserveMs = options.runLimitMs * reservedPart.broken;
  const decideSome = async (rules: readonly Rule[], keptMs: number) => {
    run.divideTime(rules, { reserveMs: keptMs });
    await Promise.all(rules.filter((rule) => !alone(rule)).map((rule) => limit(decide, rule)));
    for (const rule of rules.filter(alone)) await decide(rule);
  };
  const decidedSo = (flag: 'isLeftOut' | 'isOutOfTime') =>
    waiting.filter(({ id }) => decided.get(id)?.decision[flag] === true);
  const enoughMs = Math.min(worthwhileMs, run.fairShareMs(waiting.length, firstReserveMs));
  await decideSome(waiting, firstReserveMs);
  // What was set aside for others and not used may do for rules that were left out.
  for (const rule of decidedSo('isLeftOut')) await decide(rule);
  // Again where most of them got through; before a target that hangs, none of them would.
  let late = decidedSo('isOutOfTime');
  for (let most = late.length; late.length > 0 && late.length <= most; ) {
    if (run.fairShareMs(late.length, reserveMs()) <= enoughMs) break;
    most = late.length / 2;
    await decideSome(late, reserveMs());
    late = decidedSo('isOutOfTime');
  }
  await exerciseStanding(options, run, checks, options);
  const standing = options.rules.filter(({ kind }) => kind === 'standing');
  run.divideTime(standing);
  for (const rule of standing) take(await decideOneStanding(rule, checks, options, run));
  const settled = settleRules(options.rules, decided, { standing: options.suite.standing, history: run.history });
  return findCauses(settled, options, run);
}
