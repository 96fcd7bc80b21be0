import { describe, expect, test } from 'vitest';
import { checkFaultRules } from '../src/faults/check-fault-rules.ts';
import { advanceClock, holdingFault, remainingFaults } from './actions.js';
import { faultPresets } from './fault-presets.js';

test.each([
  [60_000, '1 minute;'],
  [90_000, '90 seconds;'],
  [86_400_000, '1 day;'],
  [172_800_000, '2 days;'],
  [1, '1 millisecond;'],
])('an advance of %i ms is reported as %s', (ms, text) => {
  expect(advanceClock(ms).done({})).toContain(text);
});

describe('faults that are left', () => {
  const fault = { kind: 'empty' } as const;
  const reported = { id: 'fault-1', fault, description: 'answers nothing', seen: 3, acted: 2 };

  test('act as often as they have left, without names that came by place', () => {
    expect(remainingFaults([reported, { ...reported, id: 'mine', times: 5, on: { stream: true } }])).toEqual([
      { fault },
      { id: 'mine', fault, times: 3, on: { stream: true } },
    ]);
  });

  test('are none once they are spent', () => {
    expect(remainingFaults([{ ...reported, times: 2 }])).toEqual([]);
  });
});

test('every fault that is offered is one that the simulator takes', () => {
  const rules = [...faultPresets.map(({ fault }) => ({ fault, times: 1 })), holdingFault(1)];
  expect(checkFaultRules(rules, new Set())).toHaveLength(rules.length);
  expect(new Set(faultPresets.map(({ name }) => name)).size).toBe(faultPresets.length);
});
