import { expect, test } from 'vitest';
import { runDifferential } from './differential-run.ts';
import { explanationOf } from './explained.ts';

test('three gateways answer a short sequence alike, but for what the contract leaves open', {
  timeout: 120_000,
}, async () => {
  const { answers, unexplained } = await runDifferential({ steps: 60, seed: 'short' });
  expect(unexplained).toEqual([]);
  expect(answers).toBeGreaterThan(60);
});

test('between two stores of one gateway nothing is open', () => {
  const asked = { label: 'repeat of a chat', method: 'POST', path: '/v1/chat/completions' };
  const other = '409 {"code":"idempotency_conflict"}';
  const between = (pair: 'memory and sqlite' | 'memory and python') =>
    explanationOf({ step: 0, asked, between: pair, one: '200 {}', other });
  expect(between('memory and python')).toContain('F027');
  expect(between('memory and sqlite')).toBeUndefined();
});
