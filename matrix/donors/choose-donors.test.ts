import { expect, test } from 'vitest';
import { chooseDonors } from './choose-donors.ts';

const aCase = (requests: number, ...forms: string[]) => ({
  requests,
  generations: 0,
  rounds: 1,
  served: new Set<string>(),
  forms: new Map([['a.rule', new Set(forms)]]),
});
const coverage = new Map([
  ['dear', [aCase(40, 'one', 'two', 'three')]],
  ['cheap', [aCase(1, 'one'), aCase(1), aCase(1, 'two')]],
  ['other', [aCase(2, 'three')]],
  ['silent', [aCase(1)]],
]);
const all = { takes: () => true, mostRequests: 100 };

test('the cheapest first cases that show every form are chosen, and nothing that shows no new one', () => {
  expect([...chooseDonors('a.rule', coverage, [all])]).toEqual([
    ['cheap', 3],
    ['other', 1],
  ]);
});

test('an earlier tier is preferred, and its requests are limited', () => {
  const tiers = [
    { takes: (check: string) => check === 'other', mostRequests: 1 },
    { ...all, mostRequests: 2 },
  ];
  expect([...chooseDonors('a.rule', coverage, tiers)]).toEqual([['other', 1]]);
});

test('cases that are taken in any case count by what they show', () => {
  expect([...chooseDonors('a.rule', coverage, [all], new Map([['dear', 2]]))]).toEqual([['dear', 2]]);
});

test('what is known to reveal a break is taken in any case', () => {
  expect([...chooseDonors('a.rule', coverage, [], new Map([['silent', 4]]))]).toEqual([['silent', 4]]);
});
