import type { Rule } from '@gateproof/spec';
import { type RunClock, startRunClock } from '../clock/run-clock.ts';
import type { ResultDocument } from '../result/result-document.ts';
import { assembleDocument } from './assemble-document.ts';
import { countedLines } from './counted-lines.ts';
import { checksByRule, decideActive, decideOneStanding } from './decide-rule.ts';
import type { DecidedRule } from './decided-rule.ts';
import { exerciseStanding } from './exercise-standing.ts';
import { findCauses } from './find-causes.ts';
import { type ResolvedRunOptions, resolveRunOptions } from './resolve-run-options.ts';
import { noCounts } from './run-counts.ts';
import type { RunOptions } from './run-options.ts';
import { settleRules } from './settle-rules.ts';
import { smokeOf } from './smoke-of.ts';
import { StandingLedger } from './standing-ledger.ts';
import { createStopSwitch, type StopSwitch } from './stop-switch.ts';
import { SuiteRun } from './suite-run.ts';
import { Turnstile } from './turnstile.ts';

/** A run whose rules are decided one by one, when they are asked for: it binds the suite to another test runner. */
export interface RuleSession {
  /** Undefined when the target can be judged, otherwise one line that says why not. */
  smoke(): Promise<string | undefined>;
  /**
   * Decides one rule, and its prerequisite where it is blocked; asked again, it answers as before. A standing rule is judged on the exchanges so
   * far; where nothing was exchanged yet, donor checks make exchanges. Returns a result document of that one rule.
   */
  decide(rule: string): Promise<ResultDocument>;
  /** All that was decided so far, with its causes. */
  document(): Promise<ResultDocument>;
  /** Ends what is still running. */
  close(): void;
}

/** Opens a session on a reached target. `rules` may be asked for, the `catalogue` may be needed for them. */
export function openRuleSession(options: RunOptions): RuleSession {
  return new Session(resolveRunOptions(options));
}

class Session implements RuleSession {
  readonly #options: ResolvedRunOptions;
  readonly #catalogue: ReadonlyMap<string, Rule>;
  readonly #standing: StandingLedger;
  readonly #run: SuiteRun;
  readonly #clock: RunClock = startRunClock();
  readonly #startedAt = new Date(this.#clock.wallMs()).toISOString();
  readonly #counts = noCounts();
  readonly #stop: StopSwitch;
  readonly #notes: string[] = [];
  readonly #turnstile = new Turnstile();
  readonly #begun = new Map<string, Promise<DecidedRule>>();
  readonly #decided = new Map<string, DecidedRule>();
  /** The donors that were run so far, one rule's after the other's. */
  #donated = Promise.resolve();
  #model: string | undefined;

  constructor(options: ResolvedRunOptions) {
    this.#options = options;
    this.#catalogue = new Map(options.catalogue.map((rule) => [rule.id, rule]));
    this.#standing = new StandingLedger(options.suite.standing, new Set(this.#catalogue.keys()));
    this.#stop = createStopSwitch({ ...options, clock: this.#clock });
    this.#run = new SuiteRun(options, {
      clock: this.#clock,
      standing: this.#standing,
      stop: this.#stop,
      counts: this.#counts,
      onNote: (line) => this.#notes.push(line),
    });
    this.#run.divideTime(options.rules);
  }

  async smoke(): Promise<string | undefined> {
    const { stop, model, requests } = await smokeOf(this.#options.target, this.#stop);
    this.#model = model;
    this.#counts.requests += requests;
    return stop?.sentence;
  }

  async decide(id: string): Promise<ResultDocument> {
    const { rule, decision } = await this.#begin(id);
    const seen = new Set([id]);
    let next = decision.prerequisite;
    while (next !== undefined && this.#catalogue.has(next) && !seen.has(next)) {
      seen.add(next);
      next = (await this.#begin(next)).decision.prerequisite;
    }
    return this.#documentOf([rule]);
  }

  document(): Promise<ResultDocument> {
    return this.#documentOf(this.#options.rules);
  }

  close(): void {
    this.#stop.stop('interrupted', 'the session was closed');
    this.#stop.disarm();
  }

  async #begin(id: string): Promise<DecidedRule> {
    const rule = this.#catalogue.get(id);
    if (rule === undefined) throw new Error(`no rule is called ${id}`);
    const entry = this.#begun.get(id) ?? this.#decideAlone(rule);
    this.#begun.set(id, entry);
    this.#decided.set(id, await entry);
    return entry;
  }

  #decideAlone(rule: Rule): Promise<DecidedRule> {
    if (rule.kind === 'standing') return this.#decideStanding(rule);
    const check = this.#options.suite.checks.find((one) => one.rule === rule.id);
    const work = () => decideActive(rule, check, this.#options, this.#run);
    const movesAllClocks = this.#options.target.clockScope === 'target' && rule.needs.includes('clock');
    return movesAllClocks ? this.#turnstile.alone(work) : this.#turnstile.beside(work);
  }

  async #decideStanding(rule: Rule): Promise<DecidedRule> {
    const checks = checksByRule(this.#options.suite);
    const wasFiltered = this.#counts.cases === 0 || this.#options.only !== undefined;
    // One of several parts judges its own exchanges; only where none of them shows anything are checks of other parts run as donors.
    const isPart = this.#options.rules.length < this.#catalogue.size && rule.conditional !== true;
    if ((wasFiltered || isPart) && this.#standing.isStarved(rule.id)) {
      const rules = [rule, ...[...this.#decided.values()].map((entry) => entry.rule)];
      const filtered = { ...this.#options, only: this.#options.only ?? [] };
      const needs = wasFiltered ? { rules } : { rules, enough: () => !this.#isAnyStarved() };
      this.#donated = this.#donated.then(() => exerciseStanding(filtered, this.#run, checks, needs));
      await this.#donated;
    }
    return decideOneStanding(rule, checks, this.#options, this.#run);
  }

  #isAnyStarved(): boolean {
    return this.#options.rules.some(
      ({ id, kind, conditional }) => kind === 'standing' && conditional !== true && this.#standing.isStarved(id),
    );
  }

  async #documentOf(rules: readonly Rule[]): Promise<ResultDocument> {
    const { catalogue, suite } = this.#options;
    const asked = new Set(rules.map(({ id }) => id));
    const settled = settleRules(catalogue, this.#decided, { standing: suite.standing, history: this.#run.history });
    const { decided, causes } = await this.#turnstile.beside(() =>
      findCauses(settled, this.#options, this.#run, asked),
    );
    return assembleDocument({
      options: this.#options,
      decided: decided.filter(({ rule }) => asked.has(rule.id)),
      causes,
      crashes: this.#run.crashes,
      standing: this.#standing,
      counts: { ...this.#counts },
      startedAt: this.#startedAt,
      durationMs: this.#clock.nowMs(),
      notes: countedLines([...(this.#options.target.notes?.() ?? []), ...this.#notes]),
      cutShort: this.#stop.cause,
      model: this.#model,
    });
  }
}
