import { expect, test } from 'vitest';
import { errorFieldRepairs } from '../repair/error-fields.ts';
import { streamTextTwice } from '../repair/stream-text-twice.ts';
import { describeFix, fixesOf } from './fix.ts';

const [fields, text] = fixesOf([...errorFieldRepairs, streamTextTwice]);
if (fields === undefined || text === undefined) throw new Error('there are two fixes');

test('the repairs of a family are one fix', () => {
  expect([fields.id, text.id]).toEqual(['error-fields', 'stream-text-twice']);
  expect(fields.repairs).toEqual(errorFieldRepairs);
});

test('a fix is described by the repairs that changed answers', () => {
  expect(describeFix(fields, new Set(['error-kind']))).toEqual({
    id: 'error-kind',
    sentence: 'Errors carry no `kind`.',
    harm: 'shape',
  });
  expect(describeFix(fields, new Set(['error-kind', 'error-type', 'error-param']))).toMatchObject({
    id: 'error-fields',
    sentence: 'Errors carry no `kind`, `type` and `param`.',
  });
  expect(describeFix(text, new Set(['stream-text-twice'])).harm).toBe('content');
});
