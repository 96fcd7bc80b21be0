import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keyBatches, keyTours } from './key-batches.ts';
import { accusesAnyone, rulesShownBy } from './rules-shown.ts';
import { batchedRules } from './with-key-batches.ts';

describe('batches of requests under keys', () => {
  test('never accuse a target that keeps the contract', () => {
    fc.assert(fc.property(keyBatches, (batches) => !accusesAnyone(batches)));
    expect(Object.values(keyTours).filter(accusesAnyone)).toEqual([]);
  });

  test('show each rule that they decide on its tours', () => {
    for (const [rule, tours] of Object.entries(batchedRules))
      for (const tour of tours) expect([...rulesShownBy(keyTours[tour])], `${rule} on ${tour}`).toContain(rule);
  });
});
