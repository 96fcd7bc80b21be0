import type { ResultDocument } from '@gateproof/harness';

/** Cheaper rules are not listed: beside those that are, they balance themselves. */
const leastMs = 300;
const stepMs = 100;

/** The source of the table of costs, made of a run of all rules of the gateway. */
export function renderCosts({ rules }: Pick<ResultDocument, 'rules'>): string {
  const rows = rules
    .filter(({ kind, durationMs }) => kind === 'active' && durationMs >= leastMs)
    .map(({ rule, durationMs }) => `  '${rule}': ${Math.round(durationMs / stepMs) * stepMs},`);
  return [
    '/**',
    ' * What the checks of the dearest rules take, in ms: shards of a run are balanced by it, and the longest begin first.',
    ` * Made by \`npm run costs -- --result FILE\` from a run at standard effort with \`--concurrency 1\`; rules that take less than ${leastMs} ms are not listed.`,
    ' */',
    'export const ruleCostsMs: Readonly<Record<string, number>> = {',
    ...rows,
    '};',
    '',
  ].join('\n');
}
