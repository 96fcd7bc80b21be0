import { expect, test } from 'vitest';
import { alwaysClaimed, classOf, loadClasses } from './load-classes.ts';

const classes = [
  { id: 'small', title: 'Small', statement: 'S.', rules: ['chat.relay', 'stream.event.json'] },
  { id: 'large', title: 'Large', statement: 'L.', rules: ['chat', 'stream', 'chat.relay.unicode'] },
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
