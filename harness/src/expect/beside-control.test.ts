import { expect, test } from 'vitest';
import { Disturbed, NotExercised, SetupFailed } from '../check/setup-failed.ts';
import { Caution, Violation } from '../check/violation.ts';
import { besideControl } from './beside-control.ts';

const finding = { expected: 'a', observed: 'b' };
const broken = new Violation(finding);
const holds = () => Promise.resolve();
const fails = () => Promise.reject(new SetupFailed('the control', { prerequisite: 'area.basic' }));

test('what holds needs no control', async () => {
  await expect(besideControl(() => 7, fails)).resolves.toBe(7);
});

test.each([
  ['a break', broken],
  ['a warning', new Caution(finding)],
  ['a disturbance', new Disturbed('lost', { exchange: 'x1', otherwise: broken })],
])('%s counts beside a control that holds, and not beside one that does not', async (_, thrown) => {
  const state = () => Promise.reject(thrown);
  await expect(besideControl(state, holds)).rejects.toBe(thrown);
  await expect(besideControl(state, fails)).rejects.toMatchObject({ prerequisite: 'area.basic' });
});

test('a case that is not exercised is not controlled', async () => {
  const idle = new NotExercised('nothing came');
  await expect(besideControl(() => Promise.reject(idle), fails)).rejects.toBe(idle);
});
