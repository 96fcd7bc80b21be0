import { classOf, loadClasses } from './load-classes.ts';
import { readYamlLists } from './read-yaml.ts';
import type { Rule } from './rule.ts';

type RuleRow = Partial<Rule> & Pick<Rule, 'id' | 'statement' | 'section'>;

let memo: readonly Rule[] | undefined;

/** All rules of the catalogue, area by area, with defaults filled in. Read once. */
export function loadRules(): readonly Rule[] {
  memo ??= readYamlLists('rules').flatMap(([area, rows]) =>
    (rows as readonly RuleRow[]).map((row) => complete(area, row)),
  );
  return memo;
}

function complete(area: string, row: RuleRow): Rule {
  const { party = 'gateway' } = row;
  const ofClass = party === 'gateway' ? classOf(row.id, loadClasses()) : undefined;
  return {
    party,
    ...(ofClass === undefined ? {} : { class: ofClass }),
    level: 'must',
    kind: 'active',
    points: [],
    needs: [],
    freedoms: [],
    ...row,
    area,
  };
}
