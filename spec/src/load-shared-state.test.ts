import { expect, test } from 'vitest';
import { loadRules } from './load-rules.ts';
import { loadSharedState } from './load-shared-state.ts';

test('each state has an id of its own and names rules of the catalogue that bind gateways', () => {
  const states = loadSharedState();
  const gatewayRules = new Set(loadRules().flatMap(({ id, party }) => (party === 'gateway' ? [id] : [])));
  expect(new Set(states.map(({ id }) => id)).size).toBe(states.length);
  for (const { id, rules } of states) {
    expect(rules, id).not.toEqual([]);
    expect(
      rules.filter((rule) => !gatewayRules.has(rule)),
      id,
    ).toEqual([]);
  }
});
