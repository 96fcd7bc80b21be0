import { expect, test } from 'vitest';
import { editField, withValue } from './edit-field.ts';
import type { Field } from './fields.ts';
import { operators } from './operators.ts';

const field = (path: string, codec?: 'base64' | 'entries'): Field => ({
  ...{ border: 'asked', group: 'all', path, shape: 's', words: /./ },
  ...(codec === undefined ? {} : { codec }),
});
const memory = { before: undefined, other: undefined, attempt: 1 };
const edit = (of: Field, name: string, message: object) => {
  const operator = operators[name];
  return operator === undefined ? undefined : editField(of, operator)(message as never, memory);
};

test('a lost value leaves its field, or its place in a list', () => {
  expect(withValue({ a: { b: 1, c: 2 } }, ['a', 'b'], undefined)).toEqual({ a: { c: 2 } });
  expect(withValue({ a: [1, 2, 3] }, ['a', '1'], undefined)).toEqual({ a: [1, 3] });
});

test('a message without the field stays as it is', () => {
  const message = { a: 1 };
  expect(edit(field('b.c'), 'lost', message)).toBe(message);
});

test('a coded value is changed below its code', () => {
  const body = Buffer.from('Ab ').toString('base64');
  expect(edit(field('body', 'base64'), 'trimmed', { body })).toEqual({ body: Buffer.from('Ab').toString('base64') });
  expect(edit(field('signature', 'entries'), 'reversed', { signature: 't=1,v1=2' })).toEqual({ signature: 'v1=2,t=1' });
});
