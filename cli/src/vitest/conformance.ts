import { randomBytes } from 'node:crypto';
import { applyBaseline, type Effort, openRuleSession, type RuleSession } from '@gateproof/harness';
import { currentRuleSet, loadRules, type Rule } from '@gateproof/spec';
import { gatewaySuite } from '@gateproof/suites';
import { beforeAll, describe, type TestContext, test } from 'vitest';
import { readBaseline } from '../baseline/read-baseline.ts';
import { knownRuleSet } from '../known-rule-set.ts';
import { defaultSeed, maxSeed } from '../numbers.ts';
import { openTarget } from '../open-target.ts';
import { selectRules } from '../select-rules.ts';
import { UsageError } from '../usage-error.ts';
import { toolVersion } from '../version.ts';
import { withRuleSet } from '../with-rule-set.ts';
import { BrokenRule } from './broken-rule.ts';
import { type ConformanceOptions, targetFlagsOf } from './conformance-options.ts';
import { ruleReporter } from './report-rule.ts';
import { rulesOfPart } from './rules-of-part.ts';

const defaultTimeoutMs = 120_000;
/** Vitest ends a rule that takes too long; what all rules share only has to be long enough for a slow machine. */
const sessionLimitMs = 30 * 60_000;
const openLimitMs = 120_000;

/**
 * Makes each rule of the contract a Vitest test that bears the rule's id: `-t`, watch mode and the UI pick single rules. A rule that the target
 * can't be judged on is skipped with the reason; a warning is an annotation, or fails with `strict`. Call it at the top of a test file.
 * The target is opened before the first test and closed after the last. Throws `UsageError` for rules or parts that do not exist.
 */
export function conformance(options: ConformanceOptions): void {
  const catalogue = loadRules().filter(({ party }) => party === 'gateway');
  const selected = options.only === undefined ? catalogue : selectRules(catalogue, options.only);
  const rules = rulesOfPart(selected, options.part);
  const strict = options.strict ?? false;
  const baseline = options.baseline === undefined ? undefined : readBaseline(options.baseline);
  const seed = options.seed ?? seedOfEnvironment() ?? baseline?.seed ?? defaultSeed;
  const named = options.ruleset === undefined ? undefined : knownRuleSet(options.ruleset);
  const effort = options.effort ?? baseline?.effort;
  const applied = { strict, catalogue: new Set(catalogue.map(({ id }) => id)) };
  const report = ruleReporter({ seed, strict });
  const timeout = options.timeoutMs ?? defaultTimeoutMs;
  describe('gateway conformance', () => {
    let session: RuleSession | undefined;
    let ruleset = named;
    beforeAll(async () => {
      const opened = await openSession(options, {
        rules,
        catalogue,
        seed,
        ...(effort === undefined ? {} : { effort }),
      });
      session = opened.session;
      ruleset ??= opened.ruleset;
      return opened.close;
    }, openLimitMs);
    const judge = (rule: Rule) => async (context: TestContext) => {
      if (session === undefined) throw new Error('the target was not opened');
      const document = withRuleSet(await session.decide(rule.id), ruleset ?? currentRuleSet(), strict);
      await report(baseline === undefined ? document : applyBaseline(document, baseline, applied), context);
    };
    const active = rules.filter(({ kind }) => kind === 'active');
    for (const area of new Set(active.map((rule) => rule.area))) {
      describe(area, () => {
        for (const rule of active.filter((one) => one.area === area))
          test.concurrent(rule.id, { timeout }, judge(rule));
      });
    }
    const standing = rules.filter(({ kind }) => kind === 'standing');
    if (standing.length === 0) return;
    describe('on every exchange', () => {
      for (const rule of standing) test(rule.id, { timeout }, judge(rule));
    });
  });
}

function seedOfEnvironment(): number | undefined {
  const text = process.env.GATEPROOF_SEED;
  if (text === undefined || text === '') return undefined;
  const seed = Number(text);
  if (/^\d+$/.test(text) && seed <= maxSeed) return seed;
  throw new UsageError(`GATEPROOF_SEED is ${JSON.stringify(text)}; wanted a whole number from 0 to ${maxSeed}`);
}

async function openSession(
  options: ConformanceOptions,
  run: {
    readonly rules: readonly Rule[];
    readonly catalogue: readonly Rule[];
    readonly seed: number;
    readonly effort?: Effort;
  },
) {
  const runId = randomBytes(4).toString('hex');
  const { target, defaults, ruleset } = await openTarget(targetFlagsOf(options), {
    env: process.env,
    seed: run.seed,
    runId,
  });
  const { only } = options;
  const session = openRuleSession({
    ...defaults,
    ...run,
    runLimitMs: sessionLimitMs,
    target,
    suite: gatewaySuite,
    toolVersion: toolVersion(),
    runId,
    ...(only === undefined ? {} : { only }),
  });
  const close = async () => {
    session.close();
    await target.close();
  };
  const smoke = await session.smoke();
  if (smoke === undefined) return { session, close, ruleset };
  await close();
  throw new BrokenRule(smoke);
}
