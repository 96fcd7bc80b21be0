import { loadSharedState } from '@gateproof/spec';
import { expect, test } from 'vitest';
import { processDeviations } from './process-deviations.ts';

test('every state that processes must share has the deviation that keeps it to each of them, and no other', () => {
  const states = loadSharedState().map(({ id }) => id);
  expect(processDeviations.map(({ id }) => id).sort()).toEqual([...states].sort());
});
