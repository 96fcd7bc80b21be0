import type { Rule } from '@gateproof/spec';
import type { Measured } from './measure-coverage.ts';

/** The source of the table of what rules cost and use. */
export function renderMeasured(rules: readonly Rule[], whole: Measured, bare: Measured): string {
  const rows = rules.flatMap((rule) => {
    const arranged = rowOf(rule, whole);
    const row =
      rule.needs.length > 0 ? arranged : (rowOf(rule, bare) ?? (arranged === undefined ? undefined : `${arranged} +`));
    return row === undefined ? [] : [[groupOf(rule.id), `${rule.id} ${row}`] as const];
  });
  const groups = Map.groupBy(rows, ([group]) => group);
  return [
    '/**',
    ' * What rules were measured to cost and to use before the reference gateway at standard effort, a group a line; a rule that passed with what it needs has',
    ' * `ID CASES/REQUESTS/GENERATIONS/ROUNDS ROUTES`, a standing rule `ID - ROUTES`; with `+` it passed with the whole testbed alone. `.` stands for no route. Made by `npm run donors`.',
    ' */',
    'export const measuredRules = `',
    ...[...groups.values()].map((own) => own.map(([, row]) => row).join('; ')),
    '`;',
    '',
  ].join('\n');
}

function groupOf(id: string): string {
  return id.split('.').slice(0, 2).join('.');
}

function rowOf({ id, kind }: Rule, { coverage, passed }: Measured): string | undefined {
  if (!passed.has(id)) return undefined;
  if (kind === 'standing') return `- ${leastRoutes(id, coverage) || '.'}`;
  const cases = coverage.get(id) ?? [];
  const sum = (count: (one: (typeof cases)[number]) => number) => cases.reduce((total, one) => total + count(one), 0);
  const routes = [...new Set(cases.flatMap(({ served }) => [...served]))].sort();
  const costs = [
    cases.length,
    sum(({ requests }) => requests),
    sum(({ generations }) => generations),
    sum(({ rounds }) => rounds),
  ];
  return `${costs.join('/')} ${routes.join(',') || '.'}`;
}

/** What is served in the case that needs the least and still shows a standing rule. */
function leastRoutes(rule: string, coverage: Measured['coverage']): string {
  const shown = [...coverage.values()].flat().filter(({ forms }) => forms.has(rule));
  const [least] = shown.toSorted((one, other) => one.served.size - other.served.size);
  return [...(least?.served ?? [])].sort().join(',');
}
