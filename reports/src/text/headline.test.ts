import { expect, test } from 'vitest';
import { sampleCause, sampleDocument, sampleRule } from '../sample-document.fixture.ts';
import { headline } from './headline.ts';
import { meaningOf } from './summary-line.ts';

function of(...causes: readonly ReturnType<typeof sampleCause>[]): string {
  const document = sampleDocument([sampleRule({ rule: 'a.b' })]);
  return headline({ ...document, summary: { ...document.summary, exitCode: causes.length === 0 ? 0 : 1, causes } });
}

const cause = (sentence: string, ...folded: readonly string[]) => sampleCause({ id: sentence, sentence, folded });

test('it names the cause to begin with, and how many rules it is about', () => {
  expect(of(cause('`error` is a string.', 'a.b', 'a.c'), cause('Two.'))).toBe(
    'Broken: 2 causes; start with: `error` is a string (2 rules)',
  );
});

test('one cause is named alone', () => {
  expect(of(cause('One.', 'a.b'))).toBe('Broken: One (1 rule)');
  expect(of(cause('One.'))).toBe('Broken: One');
  expect(of({ ...cause('One.', 'a.c'), rule: 'a.b' })).toBe('Broken: One (blocks 1 rule)');
  expect(of(cause(`${'long '.repeat(99)}end.`)).length).toBeLessThan(175);
});

test('where nothing is broken it is the meaning of the exit code', () => {
  const meaning = meaningOf(sampleDocument([sampleRule({ rule: 'a.b' })]));
  expect(of().toLowerCase()).toBe(meaning);
  expect(of()).toMatch(/^[A-Z]/);
});
