import { expect, test } from 'vitest';
import { sampleDocument, sampleExchange, sampleFailure, sampleRule } from '../sample-document.fixture.ts';
import { failureText } from './failure-text.ts';
import { styleFor } from './style.ts';

const options = { style: styleFor(false), body: { characters: 500, lines: 20 } };

function text(record: ReturnType<typeof sampleRule>, patch: Parameters<typeof sampleDocument>[1] = {}): string {
  return failureText(sampleDocument([record], patch), record, options).join('\n');
}

test('a failure has all that a person needs', () => {
  const shown = text(sampleRule({ rule: 'stream.done', verdict: 'fail', failure: sampleFailure() }));
  expect(shown).toContain('✗ fail  stream.done  must');
  expect(shown).toContain('The statement of stream.done.');
  expect(shown).toContain('Contract: Endpoints › POST /v1/chat/completions');
  expect(shown).toContain(
    '  expected  a last event `data: [DONE]`\n  observed  the stream ended after the failure chunk\n',
  );
  expect(shown).toContain('  Case: tokens: 3\n');
  expect(shown).toMatch(/x1 harness → gateway .* ◀ shows it/);
  expect(shown).toMatch(/x2 gateway → upstream .*ended \+20 ms$/m);
  expect(shown).toContain("  curl      curl -sS http://gateway.test/v1/chat/completions -H 'Authorization");
  expect(shown).toContain('  replay    npx gateproof replay result.json stream.done');
  expect(shown).toMatch(/ {2}about {5}npx gateproof rules stream\.done$/);
});

test('a standing rule names the check whose case it is', () => {
  const record = sampleRule({
    rule: 'error.envelope.code',
    kind: 'standing',
    verdict: 'fail',
    failure: sampleFailure(),
  });
  expect(text(record)).toContain('drawn by  check stream.done, seed 77');
});

test('sentences are wrapped at a width, what went over the wire is not', () => {
  const failure = sampleFailure({ observed: 'many words '.repeat(20) });
  const record = sampleRule({ rule: 'stream.done', verdict: 'fail', failure });
  const lines = failureText(sampleDocument([record]), record, { ...options, width: 60 });
  expect(lines.filter((line) => line.includes('many words')).every((line) => line.length <= 60)).toBe(true);
  expect(lines).toContain(`  curl      ${failure.curl[0]}`);
});

test('a flaky rule shows what its replay saw', () => {
  const record = sampleRule({ rule: 'stream.done', verdict: 'flaky', failure: sampleFailure({ onReplay: 'it held' }) });
  expect(text(record)).toContain('on replay it held');
});

test('a record without a failure gives its reason', () => {
  const record = sampleRule({ rule: 'job.read', verdict: 'error', reason: 'the check threw' });
  expect(text(record)).toContain('reason    the check threw');
});

test('of many exchanges those that show the break are kept and the rest is counted', () => {
  const ids = Array.from({ length: 30 }, (_, index) => `x${index + 1}`);
  const exchanges = Object.fromEntries(
    ids.map((id, index) => {
      const base = sampleExchange({ id });
      return [id, { ...base, request: { ...base.request, atMs: index } }];
    }),
  );
  const failure = sampleFailure({ exchanges: ids, shownBy: ['x2'] });
  const shown = text(sampleRule({ rule: 'stream.done', verdict: 'fail', failure }), { exchanges });
  expect(shown).toMatch(/^ {2}x2 .*◀ shows it$/m);
  expect(shown).toMatch(/^ {2}x30 /m);
  expect(shown).not.toMatch(/^ {2}x7 /m);
  expect(shown).toContain('… 18 more exchanges in the JSON result');
});

test('exchanges that only lead to the break show less of their bodies', () => {
  const base = sampleExchange({ id: 'x1' });
  const request = { ...base.request, body: { text: 'y'.repeat(400) }, bodyBytes: 400 };
  const exchanges = { x1: { ...base, request }, x2: { ...base, id: 'x2', request } };
  const shown = text(sampleRule({ rule: 'stream.done', verdict: 'fail', failure: sampleFailure() }), { exchanges });
  expect(shown.match(/y{400}/g)).toHaveLength(1);
  expect(shown).toContain('… 233 more characters');
});
