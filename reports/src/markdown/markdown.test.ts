import { expect, test } from 'vitest';
import { hostileDocument } from '../hostile-document.fixture.ts';
import { sampleCause, sampleClass, sampleDocument, sampleFailure, sampleRule } from '../sample-document.fixture.ts';
import { renderMarkdown } from './markdown.ts';

const failed = sampleRule({
  rule: 'stream.done',
  verdict: 'fail',
  failure: sampleFailure({ observed: 'a fence ``` inside </details>' }),
});

test('the verdict and the causes stand on top', () => {
  const document = sampleDocument([sampleRule({ rule: 'auth.a' }), failed]);
  const cause = sampleCause({ id: 'r', kind: 'repair', sentence: 'No [DONE].', folded: ['stream.done'], proved: true });
  const text = renderMarkdown({ ...document, summary: { ...document.summary, causes: [cause] } });
  expect(text).toMatch(
    /^## ❌ Gateproof: `http:\/\/gateway\.test`\n\n1 failed, 1 passed of 2 rules · exit 1: a rule is broken\n/,
  );
  expect(text).toContain(
    '### What is wrong: 1 cause\n\n1. No \\[DONE\\].<br>Fixing this makes 1 rule pass (1 failing) · x1\n',
  );
});

test('each failure stands whole behind a fold, whatever it contains', () => {
  const text = renderMarkdown(sampleDocument([failed]));
  expect(text).toContain('<details><summary>fail stream.done: The statement of stream.done.</summary>');
  expect(text).toMatch(
    /\n````text\n✗ fail[\s\S]*a fence ``` inside <\/details>[\s\S]*◀ shows it[\s\S]*\n````\n\n<\/details>/,
  );
});

test('text of the target cannot mark up the page', () => {
  const document = sampleDocument([failed]);
  const cause = sampleCause({ id: 'r', sentence: '<img src=x> [link](y) | *z*' });
  expect(renderMarkdown({ ...document, summary: { ...document.summary, causes: [cause] } })).toContain(
    '1. &lt;img src=x&gt; \\[link\\](y) \\| \\*z\\*<br>',
  );
});

test('a green run is marked so and says what was not applicable', () => {
  const absent = sampleRule({ rule: 'w.x', verdict: 'not-applicable', missing: ['clock'] });
  const text = renderMarkdown(sampleDocument([sampleRule({ rule: 'a.b' }), absent]));
  expect(text).toContain('## ✅ Gateproof');
  expect(text).toContain(
    '<summary>1 rule not applicable:</summary>\n\n```text\n  clock           needed by 1 rule; adding it alone unlocks 1',
  );
});

test('hundreds of hostile failures fit a comment: those that are left out are counted', () => {
  const text = renderMarkdown(hostileDocument());
  expect(text.length).toBeLessThanOrEqual(65_536);
  expect(text).toMatch(/\n… \d+ more failures\n/);
  expect(text).toMatch(/\n… 3\d\d more failures in the JSON result\.\n/);
  expect(text).toContain('Seed 4242, effort standard, 5,400 requests');
  expect(text).not.toMatch(/[\p{Cc}\p{Cf}](?<!\n)/u);
});

test('a gateway has a table of conformance classes', () => {
  const document = sampleDocument([sampleRule({ rule: 'stream.done', verdict: 'fail', failure: sampleFailure() })]);
  const classes = [
    sampleClass({ passed: 8, outcome: 'broken' }),
    sampleClass({ title: 'Jobs', outcome: 'not-shown', notShown: ['a job that succeeds'], passed: 0, decided: 0 }),
  ];
  const text = renderMarkdown({ ...document, summary: { ...document.summary, classes } });
  expect(text).toContain('| Core | broken | 8 of 10 hold |\n| Jobs | not shown | not seen: a job that succeeds |\n');
});
