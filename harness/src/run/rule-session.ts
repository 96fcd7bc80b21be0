import type { Rule } from '@gateproof/spec';
import { startRunClock } from '../clock/run-clock.ts';
import type { ResultDocument } from '../result/result-document.ts';
import { assembleDocument } from './assemble-document.ts';
import { countedLines } from './counted-lines.ts';
import { checksByRule, decideActive, decideOneStanding, exerciseStanding } from './decide-rule.ts';
import type { DecidedRule } from './decided-rule.ts';
import { resolveRunOptions } from './resolve-run-options.ts';
import { createRunContext, createStopSwitch } from './run-context.ts';
import type { RunOptions } from './run-options.ts';
import { settleRules } from './settle-rules.ts';
import { StandingLedger } from './standing-ledger.ts';
import { Turnstile } from './turnstile.ts';

/** A run whose rules are decided one by one, when they are asked for: what binds the suite to somebody else's test runner. */
export interface RuleSession {
  /** Undefined when the target can be judged, otherwise one line that says why not. */
  smoke(): Promise<string | undefined>;
  /**
   * Decides one rule, and its prerequisite where it is blocked; asked again, it answers as before. A standing rule is judged on the exchanges so
   * far; where nothing was exchanged yet, other checks lend theirs. Returns a result document of that one rule.
   */
  decide(rule: string): Promise<ResultDocument>;
  /** All that was decided so far. */
  document(): ResultDocument;
  /** Ends what is still running. */
  close(): void;
}

/** Opens a session on a reached target. `rules` may be asked for, the `catalogue` may be needed for them. */
export function openRuleSession(given: RunOptions): RuleSession {
  const options = resolveRunOptions(given);
  const catalogue = new Map(options.catalogue.map((rule) => [rule.id, rule]));
  const checks = checksByRule(options.suite);
  const clock = startRunClock();
  const startedAt = new Date(clock.wallMs()).toISOString();
  const standing = new StandingLedger(options.suite.standing, new Set(catalogue.keys()));
  const counts = { cases: 0, requests: 0, exchanges: 0 };
  const stop = createStopSwitch();
  const notes: string[] = [];
  const context = createRunContext({ ...options, clock, standing, stop, counts, onNote: (line) => notes.push(line) });
  const turnstile = new Turnstile();
  const begun = new Map<string, Promise<DecidedRule>>();
  const decided = new Map<string, DecidedRule>();
  let lent: Promise<void> | undefined;

  const needsAll = (rule: Rule) => options.target.clockScope === 'target' && rule.needs.includes('clock');
  const lend = (rule: Rule): Promise<void> => {
    const rules = [rule, ...[...decided.values()].map((entry) => entry.rule)];
    lent ??= exerciseStanding({ ...options, rules, only: options.only ?? [] }, context, checks);
    return lent;
  };
  const decideStanding = async (rule: Rule) => {
    const ranNothing = counts.cases === 0 || options.only !== undefined;
    if (ranNothing && standing.entry(rule.id) === undefined) await lend(rule);
    return decideOneStanding(rule, checks, options, context, standing);
  };
  const decideAlone = (rule: Rule): Promise<DecidedRule> => {
    if (rule.kind === 'standing') return decideStanding(rule);
    const work = () => decideActive(rule, checks.get(rule.id), options, context);
    return needsAll(rule) ? turnstile.alone(work) : turnstile.beside(work);
  };
  const begin = (id: string): Promise<DecidedRule> => {
    const rule = catalogue.get(id);
    if (rule === undefined) return Promise.reject(new Error(`no rule is called ${id}`));
    let entry = begun.get(id);
    if (entry === undefined) {
      entry = decideAlone(rule).then((one) => {
        decided.set(id, one);
        return one;
      });
      begun.set(id, entry);
    }
    return entry;
  };
  const documentOf = (rules: readonly Rule[]) =>
    assembleDocument({
      options,
      decided: settleRules(rules, decided),
      standing,
      counts: { ...counts },
      startedAt,
      durationMs: clock.nowMs(),
      notes: countedLines([...(options.target.notes?.() ?? []), ...notes]),
      cutShort: stop.reason,
    });
  return {
    smoke: () => options.target.smoke(),
    async decide(id) {
      const { rule, decision } = await begin(id);
      const seen = new Set([id]);
      for (let next = decision.prerequisite; next !== undefined && catalogue.has(next) && !seen.has(next); ) {
        seen.add(next);
        next = (await begin(next)).decision.prerequisite;
      }
      return documentOf([rule]);
    },
    document: () => documentOf(options.rules),
    close: () => stop.stop('the session was closed'),
  };
}
