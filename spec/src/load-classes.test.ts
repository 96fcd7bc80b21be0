import { expect, test } from 'vitest';
import { alwaysClaimed, classOf, loadClasses } from './load-classes.ts';
import { loadRules } from './load-rules.ts';

const classes = [
  { id: 'small', title: 'Small', statement: 'S.', floor: [], rules: ['chat.relay', 'stream.event.json'] },
  { id: 'large', title: 'Large', statement: 'L.', floor: [], rules: ['chat', 'stream', 'chat.relay.unicode'] },
];

test.each([
  ['chat.relay.content', 'small'],
  ['chat.relay.unicode', 'large'],
  ['chat.relayed', 'large'],
  ['stream.event.json', 'small'],
  ['stream.event.json-lines', 'large'],
  ['job.read', undefined],
])('the longest entry that fits %s puts it into %s', (rule, id) => {
  expect(classOf(rule, classes)).toBe(id);
});

test('the class that every gateway claims comes first', () => {
  expect(loadClasses()[0]?.id).toBe(alwaysClaimed);
});

const floors = loadClasses().flatMap(({ id, floor }) => floor.map((entry) => [id, entry.shows, entry] as const));

test.each(floors)(
  'the floor of %s, %s, names rules of that class or of the one that is always claimed',
  (id, _, entry) => {
    const found = entry.rules.map((rule) => loadRules().find((one) => one.id === rule));
    expect(found.length).toBeGreaterThan(0);
    expect(found.map((rule) => [id, alwaysClaimed].includes(rule?.class ?? 'none'))).toEqual(found.map(() => true));
  },
);

test('every class has a floor with a rule of its own, or shows what the class that is always claimed does', () => {
  expect(loadClasses().map(({ floor }) => floor.length > 0)).toEqual(loadClasses().map(() => true));
});

test('no floor rests on guidance, on a choice of the target, or on refusals alone', () => {
  const rules = new Map(loadRules().map((rule) => [rule.id, rule]));
  for (const { id, floor } of loadClasses()) {
    const named = floor.flatMap((entry) => entry.rules.map((rule) => rules.get(rule)));
    expect(named.filter((rule) => rule?.level === 'should' || rule?.conditional === true)).toEqual([]);
    expect([id, named.some((rule) => !/refused/.test(rule?.statement ?? 'refused'))]).toEqual([id, true]);
  }
});
