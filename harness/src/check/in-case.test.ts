import { expect, test } from 'vitest';
import { inCase } from './in-case.ts';
import { Disturbed, SetupFailed } from './setup-failed.ts';
import { Caution, Violation } from './violation.ts';

const finding = { expected: 'a', observed: 'b' };
const thrownBy = (thrown: unknown) => inCase('the second part', () => Promise.reject(thrown)).catch((error) => error);

test.each([new Violation(finding), new Caution(finding)])('a finding names its part', async (thrown) => {
  const named = await thrownBy(thrown);
  expect(named).toBeInstanceOf(thrown.constructor);
  expect(named.finding).toEqual({ ...finding, case: 'the second part' });
});

test('what a disturbance stands for names it too', async () => {
  const lost = new Disturbed('lost', { exchange: 'x1', otherwise: new Violation(finding), status: 503 });
  const named = await thrownBy(lost);
  expect(named).toMatchObject({ message: 'lost', exchange: 'x1', status: 503 });
  expect(named.otherwise.finding.case).toBe('the second part');
});

test('the inner of two parts is named, and what is no finding stays as it is', async () => {
  const inner = new Violation({ ...finding, case: 'the inner part' });
  expect((await thrownBy(inner)).finding.case).toBe('the inner part');
  const setup = new SetupFailed('no');
  expect(await thrownBy(setup)).toBe(setup);
  await expect(inCase('a part', () => Promise.resolve(7))).resolves.toBe(7);
});
