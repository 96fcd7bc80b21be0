import { variations } from '@gateproof/deviations';
import { referenceBehaviour } from '@gateproof/simulator';
import { expect, test } from 'vitest';
import { behaviourOf, compatible, drawMixes, mixOf } from './mix.ts';

const known = new Set(variations.map(({ id }) => id));

test('the same seed draws the same mixes, another one others', () => {
  const ids = (seed: number) => drawMixes(seed, 3).map((mix) => mix.map(({ id }) => id));
  expect(ids(7)).toEqual(ids(7));
  expect(ids(7)).not.toEqual(ids(8));
});

test('no drawn mix holds two variations that contradict each other', () => {
  for (const mix of drawMixes(1, 50)) {
    const ids = mix.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const excluded = mix.flatMap(({ excludes }) => Object.keys(excludes));
    expect(ids.filter((id) => excluded.includes(id))).toEqual([]);
  }
});

test('of two that contradict each other the first is kept', () => {
  const seven = mixOf(['webhook.attempts.seven', 'webhook.schedule.nine-hours']);
  expect(compatible(seven).map(({ id }) => id)).toEqual(['webhook.attempts.seven']);
});

test('what a variation excludes is a variation, with a reason', () => {
  for (const { id, excludes } of variations) {
    for (const [other, reason] of Object.entries(excludes)) {
      expect(known.has(other) && other !== id, `${id} excludes ${other}`).toBe(true);
      expect(reason).not.toBe('');
    }
  }
});

test('every variation has an id of its own', () => {
  expect(known.size).toBe(variations.length);
});

test('an unknown id is refused', () => {
  expect(() => mixOf(['chat.no-such'])).toThrow('no variation is called chat.no-such');
});

test('an empty mix is the reference behaviour', () => {
  expect(behaviourOf([])).toBe(referenceBehaviour);
});
