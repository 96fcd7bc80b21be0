import { errorRules } from './error-table.ts';
import { fieldRules, type TableResource } from './field-table.ts';
import { classOf, loadClasses } from './load-classes.ts';
import { readYamlLists } from './read-yaml.ts';
import type { Rule } from './rule.ts';

type RuleRow = Partial<Rule> & Pick<Rule, 'id' | 'statement' | 'section'>;
/** Stands for the rules that the rows of a table make (`tables/`). */
interface TableRow {
  readonly table: 'errors' | 'fields';
}

let memo: readonly Rule[] | undefined;

/** All rules of the catalogue, area by area, with defaults filled in. Read once. */
export function loadRules(): readonly Rule[] {
  memo ??= readYamlLists('rules').flatMap(([area, rows]) =>
    (rows as readonly (RuleRow | TableRow)[])
      .flatMap((row) => ('table' in row ? rulesOf(row, area) : [row]))
      .map((row) => complete(area, row)),
  );
  return memo;
}

function rulesOf({ table }: TableRow, area: string): readonly RuleRow[] {
  return (table === 'errors' ? errorRules() : fieldRules(area as TableResource)) as readonly RuleRow[];
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
