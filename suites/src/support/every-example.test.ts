import { expect, test } from 'vitest';
import { everyExample } from './every-example.ts';

const checks = [{ rule: 'a.table', examples: [1, 2, 3] }, { rule: 'a.dear', examples: [1, 2] }, { rule: 'a.drawn' }];

test('each example is essential, but for those of dear checks', () => {
  const revealing = everyExample(checks, new Set(['a.dear'])).map((check) =>
    'revealing' in check ? check.revealing : undefined,
  );
  expect(revealing).toEqual([3, undefined, 0]);
});

test('a dear rule that no check decides is an error', () => {
  expect(() => everyExample(checks, new Set(['a.gone']))).toThrow('no check decides a.gone');
});
