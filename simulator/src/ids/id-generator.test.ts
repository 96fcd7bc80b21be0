import { expect, test } from 'vitest';
import { IdGenerator } from './id-generator.ts';

test('a seed gives its ids again, and another seed gives others', () => {
  const [one, same, other] = [new IdGenerator('a'), new IdGenerator('a'), new IdGenerator('b')];
  const ids = (generator: IdGenerator) => Array.from({ length: 20 }, () => generator.next('gen_'));
  const first = ids(one);
  expect(ids(same)).toEqual(first);
  expect(ids(other).filter((id) => first.includes(id))).toEqual([]);
});

test('ids are distinct, carry their prefix and stay within letters and digits', () => {
  const generator = new IdGenerator('');
  const ids = Array.from({ length: 5000 }, () => generator.next('req_'));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => /^req_[0-9a-z]{21}$/.test(id))).toBe(true);
});

test('fractions fill the unit interval evenly', () => {
  const generator = new IdGenerator('even');
  const tenths = Array.from({ length: 10 }, () => 0);
  for (let n = 0; n < 10_000; n += 1) {
    const tenth = Math.floor(generator.fraction() * 10);
    tenths[tenth] = (tenths[tenth] ?? 0) + 1;
  }
  expect(tenths.every((count) => count > 850 && count < 1150)).toBe(true);
});
