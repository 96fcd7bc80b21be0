import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gatewaySuite } from '../../gateway/suite.ts';
import { commands, phases } from './job-model.ts';
import { jobSequences, jobTours, movesOf } from './job-sequence.ts';
import { rulesShownBy } from './rules-shown.ts';
import { sequencedRules } from './with-job-sequences.ts';

describe('the rules that sequences decide', () => {
  test('are shown by their tours, and by generated sequences often enough', () => {
    const drawn = fc.sample(jobSequences, { numRuns: 400, seed: 1 }).map(rulesShownBy);
    for (const [rule, tours] of Object.entries(sequencedRules)) {
      for (const tour of tours) expect([...rulesShownBy(jobTours[tour])], `${rule} on ${tour}`).toContain(rule);
      expect(drawn.filter((shown) => shown.has(rule)).length, rule).toBeGreaterThan(20);
    }
  });

  test('have a check each, to which their tours were added', () => {
    for (const [rule, tours] of Object.entries(sequencedRules)) {
      const check = gatewaySuite.checks.find((one) => one.rule === rule);
      for (const tour of tours) expect(check?.examples, rule).toContain(jobTours[tour]);
    }
  });

  test('together lead through each phase with each command', () => {
    const used = new Set(Object.values(sequencedRules).flat());
    const moves = [...used].flatMap((tour) => movesOf(jobTours[tour]));
    const pairs = phases.flatMap((phase) => commands.map((command) => `${phase} ${command}`));
    const missing = pairs.filter((pair) => !moves.some(({ from, command }) => pair === `${from} ${command}`));
    expect(missing).toEqual(['succeeded end', 'failed end']);
  });
});
