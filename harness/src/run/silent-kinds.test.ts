import { expect, test } from 'vitest';
import { faultMark, SilentKinds } from './silent-kinds.ts';

const route = 'POST /v1/chat/completions';
const stream = `${route} that asks for a stream`;
const never = () => 0;

/** Silence after silence, each in a case of the next rule. */
function suspects(rules: readonly string[], kinds: readonly string[], served: (kind: string) => number = never) {
  const silent = new SilentKinds();
  return rules.map((rule) => silent.take(rule, kinds, served));
}

test.each([
  ['a route', [route], route],
  ['a route of which only streams were asked', [route, stream], stream],
])('%s that never was served is asked alone, once', (_what, kinds, expected) => {
  const found = suspects(['a', 'b', 'c', 'a', 'b', 'c', 'a'], kinds);
  expect(found).toEqual([undefined, undefined, undefined, undefined, undefined, expected, undefined]);
});

test('where other requests than streams meet with silence later, the whole route is asked alone', () => {
  const silent = new SilentKinds();
  const found = ['a', 'b', 'c', 'a', 'b', 'c'].map((rule) => silent.take(rule, [route, stream], never));
  expect([...found, silent.take('d', [route], never)].slice(5)).toEqual([stream, route]);
});

test.each([
  ['few rules have met', ['a', 'b', 'a', 'b', 'a', 'b', 'a'], [route], never],
  ['requests are served at times', ['a', 'b', 'c', 'd', 'e', 'f'], [route, stream], () => 1],
  ['the endpoint fails', ['a', 'b', 'c', 'd', 'e', 'f'], [route, `${route}${faultMark} stall`], never],
])('a route is not asked alone where %s', (_what, rules, kinds, served) => {
  expect(suspects(rules, kinds, served).every((kind) => kind === undefined)).toBe(true);
});
