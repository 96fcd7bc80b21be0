import type { Style } from '@gateproof/reports';
import type { Rule } from '@gateproof/spec';

/** All rules by area: one line each, with its conformance class, the level where it is not `must` and the party where it is not the gateway. */
export function ruleListText(rules: readonly Rule[], style: Style): string {
  const areas = Map.groupBy(rules, (rule) => rule.area);
  const parts = [...areas].map(([area, members]) => {
    const width = Math.max(...members.map(({ id }) => id.length));
    return [style.bold(`${area} (${members.length})`), ...members.map((rule) => line(rule, width, style))].join('\n');
  });
  const count = `${rules.length} rule${rules.length === 1 ? '' : 's'} in ${areas.size} area${areas.size === 1 ? '' : 's'}`;
  return `${[...parts, style.dim(`${count}. 'npx gateproof rules ID' prints all of one.`)].join('\n\n')}\n`;
}

function line(rule: Rule, width: number, style: Style): string {
  const marks = [
    rule.class ?? [],
    rule.level === 'must' ? [] : [rule.level],
    rule.party === 'gateway' ? [] : [rule.party],
  ].flat();
  const mark = marks.length === 0 ? '' : style.dim(` [${marks.join(', ')}]`);
  return `  ${rule.id.padEnd(width)}  ${rule.statement}${mark}`;
}
