import { styleFor } from '@gateproof/reports';
import { guidanceFor, loadFreedoms, loadPoints, loadRules, loadSharedState, type Rule } from '@gateproof/spec';
import { loadExamples } from '@gateproof/suites';
import { type CliContext, wantsColour } from '../cli-context.ts';
import { selectRules } from '../select-rules.ts';
import { installedDeviations } from '../simulate/load-deviations.ts';
import { filterRules } from './filter-rules.ts';
import { type RuleCard, ruleCardText } from './rule-card.ts';
import { ruleListText } from './rule-list-text.ts';
import type { RulesFlags } from './rules-flags.ts';

/** Prints the rules that the flags leave, all of them or those that a pattern of `--only` covers, or everything about one. Returns the exit code 0; throws `UsageError` for unknown names. */
export async function runRules(id: string | undefined, flags: RulesFlags, context: CliContext): Promise<number> {
  const style = styleFor(wantsColour(context.stdout, context.env));
  const rules = loadRules();
  const rule = rules.find((one) => one.id === id);
  if (rule !== undefined) {
    const card = await cardOf(rule);
    context.stdout.write(flags.json === true ? asJson(card) : ruleCardText(card, style));
    return 0;
  }
  const left = filterRules(id === undefined ? rules : selectRules(rules, [id]), flags);
  context.stdout.write(flags.json === true ? asJson(left) : ruleListText(left, style));
  return 0;
}

async function cardOf(rule: Rule): Promise<RuleCard> {
  const installed = await installedDeviations();
  const { why, fix } = guidanceFor(rule.id);
  return {
    rule,
    points: loadPoints().filter((point) => rule.points.includes(point.id)),
    sharedState: loadSharedState().filter(({ rules }) => rules.includes(rule.id)),
    freedoms: loadFreedoms().filter((freedom) => rule.freedoms.includes(freedom.id)),
    deviations: installed?.deviations
      .filter((deviation) => deviation.breaks === rule.id)
      .map(({ id, summary }) => ({ id, summary })),
    guidance: { why, fix },
    example: loadExamples(rule.area)[rule.id],
  };
}

function asJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
