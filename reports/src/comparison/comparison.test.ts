import { compareResults } from '@gateproof/harness';
import { expect, test } from 'vitest';
import { hostileDocument } from '../hostile-document.fixture.ts';
import { sampleDocument, sampleFailure, sampleRule } from '../sample-document.fixture.ts';
import { styleFor } from '../text/style.ts';
import { renderComparison, renderComparisonMarkdown } from './comparison.ts';

const failed = sampleRule({ rule: 'stream.done', verdict: 'fail', failure: sampleFailure() });
const green = sampleDocument([sampleRule({ rule: 'stream.done' }), sampleRule({ rule: 'auth.old' })]);
const red = sampleDocument([failed, sampleRule({ rule: 'auth.new' })]);
const compared = { before: green, after: red, comparison: compareResults(green, red) };

test('both runs stand on top, the changes below with what was seen, the exit code last', () => {
  const text = renderComparison(compared, { style: styleFor(false), width: 100 });
  expect(text).toMatch(/^Before: http:\/\/gateway\.test, .*\nAfter: http/);
  expect(text).toContain('✗ 1 rule broken now\n  stream.done  pass → fail  the stream ended after the failure chunk\n');
  expect(text).toContain('+ 1 rule that only the second result has\n  auth.new  pass\n');
  expect(text).toContain('– 1 rule that only the first result has\n  auth.old  pass\n');
  expect(text.endsWith('\n1 of 1 rule changed · exit 1: a rule became broken\n')).toBe(true);
});

test('what is only seen to be broken now has a group of its own, and is no break', () => {
  const before = sampleDocument([sampleRule({ rule: 'stream.done', verdict: 'blocked' })]);
  const comparison = compareResults(before, red);
  const text = renderComparison({ before, after: red, comparison }, { style: styleFor(false), width: 100 });
  expect(text).toContain('✗ 1 rule seen to be broken now, and not tested before\n  stream.done  blocked → fail');
  expect(text).toContain('exit 0: no rule became broken\n');
});

test('two equal results have nothing but their runs and the exit code', () => {
  const same = { before: red, after: red, comparison: compareResults(red, red) };
  const text = renderComparison(same, { style: styleFor(false), width: 100 });
  expect(text.split('\n\n')).toEqual([expect.any(String), '0 of 2 rules changed · exit 0: no rule became broken\n']);
});

test('hundreds of hostile changes fit a comment, and cannot mark it up', () => {
  const before = sampleDocument(hostileDocument().rules.map(({ rule }) => sampleRule({ rule })));
  const comparison = compareResults(before, hostileDocument());
  const text = renderComparisonMarkdown({ before, after: hostileDocument(), comparison });
  expect(text.length).toBeLessThanOrEqual(65_536);
  expect(text).toMatch(/^## ❌ Gateproof: \d+ of \d+ rules changed/);
  expect(text).toContain('<details><summary>✗ ');
  expect(text).not.toMatch(/[\p{Cc}\p{Cf}](?<!\n)/u);
});
