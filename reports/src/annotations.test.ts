import { expect, test } from 'vitest';
import { renderAnnotations } from './annotations.ts';
import { hostileDocument } from './hostile-document.fixture.ts';
import { sampleDocument, sampleFailure, sampleRule } from './sample-document.fixture.ts';

const failed = sampleRule({ rule: 'stream.done', verdict: 'fail', failure: sampleFailure() });
const warned = sampleRule({ rule: 'auth.w', level: 'should', verdict: 'warn', failure: sampleFailure() });

test('a cause is an error, a warning a warning, and the counts are a notice', () => {
  const lines = renderAnnotations(sampleDocument([failed, warned]))
    .trimEnd()
    .split('\n');
  expect(lines[0]).toMatch(/^::error title=stream\.done \(must\)::The sentence of stream\.done\.%0A/);
  expect(lines[0]).toContain('%0Aobserved the stream ended after the failure chunk');
  expect(lines[1]).toMatch(/^::warning title=auth\.w \(should\)::The statement of auth\.w\.%0Aexpected /);
  expect(lines[2]).toMatch(/^::notice title=Gateproof::1 failed, 1 warning of 2 rules · exit 1/);
  expect(lines).toHaveLength(3);
});

test('nothing of the target begins a command of its own', () => {
  const attack = 'x\n::stop-commands::y\r::error::z 100%';
  const failure = sampleFailure({ observed: attack });
  const lines = renderAnnotations(sampleDocument([{ ...failed, rule: 'a:b,c', failure }]))
    .trimEnd()
    .split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('x%0A::stop-commands::y\\r::error::z 100%25');
  expect(lines[0]).toContain('title=a%3Ab%2Cc (must)::');
});

test('hundreds of hostile failures are at most twenty-one lines', () => {
  const lines = renderAnnotations(hostileDocument()).trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(21);
  expect(lines.every((line) => /^::(error|warning|notice) title=[^:]*::/.test(line))).toBe(true);
});
