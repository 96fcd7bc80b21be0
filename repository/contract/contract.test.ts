import { readFileSync } from 'node:fs';
import { limitTable, loadRules } from '@gateproof/spec';
import { expect, test } from 'vitest';
import { renderContract } from './render-contract.ts';

test('docs/contract.md is what spec/ says; npm run contract writes it anew', () => {
  const written = readFileSync(new URL('../../docs/contract.md', import.meta.url), 'utf8');
  expect(written).toBe(renderContract());
});

test('each limit is held by rules that exist', () => {
  const ids = loadRules().map(({ id }) => id);
  const stray = limitTable.flatMap(({ rules }) => rules.filter((start) => !ids.some((id) => id.startsWith(start))));
  expect(stray).toEqual([]);
});
