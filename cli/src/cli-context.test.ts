import { expect, test } from 'vitest';
import { wantsColour } from './cli-context.ts';

const output = (isTerminal: boolean) => ({ write: () => undefined, isTerminal, columns: 80 });

test.each([
  [true, {}, true],
  [false, {}, false],
  [true, { NO_COLOR: '1' }, false],
  [true, { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
  [true, { NO_COLOR: '' }, true],
  [true, { TERM: 'dumb' }, false],
  [false, { FORCE_COLOR: '1' }, true],
  [true, { FORCE_COLOR: '0' }, false],
])('terminal %s with %o: %s', (isTerminal, env, colour) => {
  expect(wantsColour(output(isTerminal), env)).toBe(colour);
});
