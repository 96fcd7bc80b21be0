import type { RuleRecord } from '@gateproof/harness';
import { expect, it } from 'vitest';
import { renderCosts } from './render-costs.ts';

const record = (rule: string, kind: RuleRecord['kind'], durationMs: number) =>
  ({ rule, kind, durationMs }) as unknown as RuleRecord;

it('lists the dear active rules, in whole tenths of a second', () => {
  const source = renderCosts({
    rules: [
      record('job.slow', 'active', 2_349),
      record('job.quick', 'active', 20),
      record('error.all', 'standing', 9_000),
    ],
  });
  expect(source).toContain("  'job.slow': 2300,\n");
  expect(source).not.toContain('job.quick');
  expect(source).not.toContain('error.all');
});
