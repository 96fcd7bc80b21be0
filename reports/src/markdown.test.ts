import { expect, test } from 'vitest';
import { renderMarkdown } from './markdown.ts';
import { sampleClass, sampleDocument, sampleFailure, sampleRule } from './sample-document.fixture.ts';

const failed = sampleRule({
  rule: 'stream.done',
  verdict: 'fail',
  failure: sampleFailure({ observed: 'a fence ``` inside </details>' }),
});

test('the table has one row per area and one column per verdict that occurred', () => {
  const text = renderMarkdown(sampleDocument([sampleRule({ rule: 'auth.a' }), failed]));
  expect(text).toContain('## ❌ Gateproof: `http://gateway.test`');
  expect(text).toContain(
    '| area | rules | pass | fail |\n| --- | --: | --: | --: |\n| auth | 1 | 1 |  |\n| stream | 1 |  | 1 |',
  );
});

test('a gateway has a table of conformance classes above that of areas', () => {
  const document = sampleDocument([failed]);
  const classes = [
    sampleClass({ passed: 8, outcome: 'broken' }),
    sampleClass({ title: 'Jobs', outcome: 'not-judged' }),
  ];
  const text = renderMarkdown({ ...document, summary: { ...document.summary, classes } });
  expect(text).toContain('| Core | broken | 8 of 10 | 10 |\n| Jobs | not judged | 10 of 10 | 10 |\n\n| area |');
});

test('each failure stands whole behind a fold, whatever it contains', () => {
  const text = renderMarkdown(sampleDocument([failed]));
  expect(text).toMatch(/<details><summary><b>fail<\/b> <code>stream\.done<\/code>/);
  expect(text).toMatch(/\n````text\n[\s\S]*a fence ``` inside <\/details>[\s\S]*\n````\n\n<\/details>/);
});

test('text of the target cannot mark up the page', () => {
  const document = sampleDocument([
    sampleRule({ rule: 'a.b', verdict: 'inconclusive', reason: '<img src=x> [link](y) | *z*' }),
  ]);
  expect(renderMarkdown(document)).toContain('- `a.b`: &lt;img src=x&gt; \\[link\\](y) \\| \\*z\\*');
});

test('a green run is marked so and says what was not applicable', () => {
  const rules = [
    sampleRule({ rule: 'a.b' }),
    sampleRule({ rule: 'w.x', verdict: 'not-applicable', missing: ['clock'] }),
  ];
  const text = renderMarkdown(sampleDocument(rules));
  expect(text).toContain('## ✅ Gateproof');
  expect(text).toContain('### Not applicable\n\n- needs clock: 1 rule');
});
