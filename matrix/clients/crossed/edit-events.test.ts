import { expect, test } from 'vitest';
import { EventEditor, kindOfEvent } from './edit-events.ts';
import type { Play } from './mutant.ts';

const event = (data: unknown) => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
const text = (content: string) => event({ choices: [{ delta: { content } }] });
const done = event('[DONE]');
const passed = (action: NonNullable<Play['event']>['action']) => {
  let acts = 0;
  const editor = new EventEditor({ kind: 'text', action }, () => {
    acts += 1;
  });
  const out = [text('a'), done].flatMap((block) => editor.pass(block).events);
  return { events: [...out, ...editor.last()], acts };
};

test('the kind of an event is known by what it holds', () => {
  const kinds = [text('a'), done, ': wait\n\n', event({ error: {} }), event({ choices: [], usage: {} })];
  expect(kinds.map(kindOfEvent)).toEqual(['text', 'done', 'comment', 'error', 'usage']);
});

test('an event is lost, doubled, late or given after the end', () => {
  expect(passed('lost').events).toEqual([done]);
  expect(passed('doubled').events).toEqual([text('a'), text('a'), done]);
  expect(passed('late').events).toEqual([done, text('a')]);
  expect(passed('after-end').events).toEqual([done, text('a')]);
  expect(passed('lost').acts).toBe(1);
});

test('a merged event stands in one with the next', () => {
  expect(passed('merged').events).toEqual([`${text('a').trimEnd()}\n${done}`]);
});
