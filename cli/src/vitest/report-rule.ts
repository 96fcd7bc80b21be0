import type { ResultDocument, RuleRecord, Verdict } from '@gateproof/harness';
import { knownText, provisionalText } from '@gateproof/reports';
import type { TestContext } from 'vitest';
import { BrokenRule, brokenRuleText } from './broken-rule.ts';

const notJudged: ReadonlySet<Verdict> = new Set(['not-applicable', 'not-claimed']);

/** Reports to a test how its rule came out: returns, skips it with the reason, annotates it, or throws `BrokenRule`. */
export function ruleReporter({ seed, strict }: { readonly seed: number; readonly strict: boolean }) {
  return async ({ rules: [record], baseline, ...document }: ResultDocument, context: TestContext): Promise<void> => {
    if (record === undefined) throw new Error('the rule was not decided');
    const [stale] = baseline?.stale ?? [];
    if (stale !== undefined) throw new BrokenRule(`the baseline's entry of ${stale.rule} ${stale.why}`);
    if (record.verdict === 'pass') return;
    if (notJudged.has(record.verdict)) context.skip(record.reason ?? record.verdict);
    else if (record.verdict === 'known') await context.annotate(`known: ${knownText(record)}`, 'warning');
    else if (record.provisional !== undefined)
      await context.annotate(`provisional: ${provisionalText(record)}`, 'warning');
    else if (record.verdict === 'warn' && !strict) await context.annotate(warningOf(record), 'warning');
    else throw new BrokenRule(brokenRuleText({ ...document, rules: [record] }, record, seed));
  };
}

function warningOf({ failure, reason, statement }: RuleRecord): string {
  if (failure === undefined) return reason ?? statement;
  return `expected ${failure.expected}; observed ${failure.observed}`;
}
