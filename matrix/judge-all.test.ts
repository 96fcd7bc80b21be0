import { expect, test } from 'vitest';
import { judgeAll } from './judge-all.ts';

/** Judges numbers; those named so come out odd that many times. */
async function judged(entries: readonly number[], oddTimes: Readonly<Record<number, number>>, parallel = 2) {
  const left = { ...oddTimes };
  const reported: string[] = [];
  let going = 0;
  let most = 0;
  const companyOf = new Map<number, number[]>();
  const { rows, judgedAgain } = await judgeAll(entries, {
    parallel,
    async judge(entry) {
      going += 1;
      most = Math.max(most, going);
      companyOf.set(entry, [...(companyOf.get(entry) ?? []), going]);
      await new Promise((resolve) => setImmediate(resolve));
      going -= 1;
      const odd = (left[entry] ?? 0) > 0;
      left[entry] = (left[entry] ?? 0) - 1;
      return { entry, odd };
    },
    isFine: ({ odd }) => !odd,
    onOdd: ({ entry }, isAlone) => reported.push(`${entry} ${isAlone ? 'alone' : 'beside others'}`),
  });
  return { rows, judgedAgain, reported, most, companyOf };
}

test('every entry gets a row, so many at once', async () => {
  const { rows, judgedAgain, reported, most } = await judged([1, 2, 3, 4, 5], {}, 3);
  expect(rows.map(({ entry }) => entry).sort()).toEqual([1, 2, 3, 4, 5]);
  expect([judgedAgain, reported, most]).toEqual([0, [], 3]);
});

test('what comes out otherwise is judged again alone, and counts as it comes out then', async () => {
  const { rows, judgedAgain, reported, companyOf } = await judged([1, 2, 3, 4], { 2: 1, 3: 2 });
  expect(rows.filter(({ odd }) => odd).map(({ entry }) => entry)).toEqual([3]);
  expect(judgedAgain).toBe(2);
  expect(reported).toEqual(['2 beside others', '3 beside others', '3 alone']);
  expect([companyOf.get(2)?.at(-1), companyOf.get(3)?.at(-1)]).toEqual([1, 1]);
});
