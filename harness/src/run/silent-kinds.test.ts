import { expect, test } from 'vitest';
import { SilentKinds } from './silent-kinds.ts';

const general = 'POST /v1/chat/completions';
const special = `${general} with stream`;
const never = () => 0;

/** Silence after silence, each in a case of the next rule. */
function suspects(rules: readonly string[], kinds: readonly string[], served: (kind: string) => number = never) {
  const silent = new SilentKinds();
  return rules.map((rule) => silent.take(rule, kinds, served));
}

test('the most general kind that never was served is asked alone, once', () => {
  const found = suspects(['a', 'b', 'c', 'a', 'b', 'c', 'a'], [general, special]);
  expect(found).toEqual([undefined, undefined, undefined, undefined, undefined, general, special]);
});

test('a kind below one that is served is asked alone', () => {
  const served = (kind: string) => (kind === general ? 1 : 0);
  expect(suspects(['a', 'b', 'c', 'a', 'b', 'c'], [general, special], served).at(-1)).toBe(special);
});

test.each([
  ['few rules have met', ['a', 'b', 'a', 'b', 'a', 'b', 'a'], never],
  ['requests are served at times', ['a', 'b', 'c', 'd', 'e', 'f'], () => 1],
])('a kind is not asked alone where %s', (_what, rules, served) => {
  expect(suspects(rules, [general], served).every((kind) => kind === undefined)).toBe(true);
});
