import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { transitions } from './job-model.ts';
import { jobSequences, jobTours, movesOf } from './job-sequence.ts';

describe('sequences of what is done to jobs', () => {
  test('the tours cover every state with everything that can be done there', () => {
    const covered = new Set(
      Object.values(jobTours)
        .flatMap(movesOf)
        .map(({ transition }) => transition),
    );
    expect(transitions.filter((one) => !covered.has(one))).toEqual([]);
    expect([...covered].filter((one) => !transitions.includes(one))).toEqual([]);
    expect(transitions).toHaveLength(4 * 8 + 2 * 2);
  });

  test('so do two hundred generated ones, whatever the seed', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const drawn = fc.sample(jobSequences, { numRuns: 200, seed });
        const covered = new Set(drawn.flatMap(movesOf).map(({ transition }) => transition));
        expect(transitions.filter((one) => !covered.has(one))).toEqual([]);
      }),
      { numRuns: 10 },
    );
  });

  test('a final phase is never left, and an endpoint ends once', () => {
    fc.assert(
      fc.property(jobSequences, (sequence) => {
        const moves = movesOf(sequence);
        expect(moves.filter(({ from, to }) => from !== 'running' && to !== from)).toEqual([]);
        sequence.jobs.forEach((_, job) => {
          expect(moves.filter((move) => move.job === job && move.command === 'end').length).toBeLessThan(2);
        });
      }),
    );
  });

  test('only the cancel of the owner and the end of the endpoint end a job', () => {
    const causes = new Set(
      fc
        .sample(jobSequences, { numRuns: 300, seed: 1 })
        .flatMap(movesOf)
        .filter(({ from, to }) => from !== to)
        .map(({ command }) => command),
    );
    expect([...causes].sort()).toEqual(['cancel', 'end']);
  });
});
