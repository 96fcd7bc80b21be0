import type { Exchange } from '@gateproof/harness';
import { expect, test } from 'vitest';
import { untilLimited } from './rate-limits.ts';

const answered = (...statuses: readonly number[]) => {
  const left = [...statuses];
  return async () => ({ response: { status: left.shift() } }) as Exchange;
};

test.each([
  ['at once', [429], 429],
  ['after a window has turned', [200, 200, 429], 429],
  ['not at all', [200, 200, 200, 429], 200],
])('a limit of two requests that is met %s', async (_when, statuses, status) => {
  expect((await untilLimited(answered(...statuses), 2)).response?.status).toBe(status);
});
