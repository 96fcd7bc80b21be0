import type { FailureRecord } from '@gateproof/harness';
import { expect, test } from 'vitest';
import { sampleDocument, sampleExchange, sampleFailure, sampleRule } from '../sample-document.fixture.ts';
import { failureBrief } from './failure-brief.ts';
import { styleFor } from './style.ts';

const page = { style: styleFor(false), width: 80, verbose: false, resultFile: 'run.json' };

function brief(patch: Partial<FailureRecord>, exchanges = {}): string {
  const record = sampleRule({ rule: 'stream.done', verdict: 'fail', failure: sampleFailure(patch) });
  return failureBrief(sampleDocument([record], { exchanges }), record, page).join('\n');
}

const at = (id: string, atMs: number, side: 'request' | 'upstream' = 'request', text = '{"stream":true}') => {
  const base = sampleExchange({ id, side });
  return { ...base, request: { ...base.request, atMs, body: { text } } };
};
const three = { x1: at('x1', 1), x2: at('x2', 2, 'upstream'), x3: at('x3', 3, 'request', '{}') };
const curls = ['curl http://first.test', 'curl http://second.test'];

test('the requests that decided stand in order, the one that shows the break last, with its own curl', () => {
  const shown = brief({ exchanges: ['x1', 'x2', 'x3'], shownBy: ['x3'], curl: curls }, three);
  expect(shown).toContain(
    '  1st       POST /v1/chat/completions, stream → 200 · x1\n  2nd       again, no stream → 200 · x3 ◀\n',
  );
  expect(shown).toContain('  curl      curl http://second.test\n');
  expect(shown).not.toMatch(/x2|first/);
});

test('an upstream call is shown with the curl of the request that led to it', () => {
  const shown = brief({ exchanges: ['x1', 'x2', 'x3'], shownBy: ['x2'], curl: curls }, three);
  expect(shown).toContain('  x2        upstream: POST');
  expect(shown).toContain('  curl      curl http://first.test\n');
});

test('of several exchanges that show the break the last is shown', () => {
  expect(brief({ exchanges: ['x1', 'x2', 'x3'], shownBy: ['x1', 'x3'], curl: curls }, three)).toContain(' · x3 ◀');
});

test('a body that was observed is not shown twice, and gives way to the curl', () => {
  const body = 'data: {"error":{"code":"provider_unavailable"}}';
  expect(brief({ exchanges: ['x1'], observed: `200 with ${body}` }, three).split(body)).toHaveLength(2);
  const long = {
    expected: 'e '.repeat(200),
    observed: 'o '.repeat(200),
    curl: [`curl 'http://a.test/${'p'.repeat(60)}' -X 'GET'`],
  };
  const shown = brief({ exchanges: ['x1'], ...long, onReplay: 'it held' }, three);
  expect(shown).toContain('  curl ');
  expect(shown.split('\n').length).toBeLessThanOrEqual(16);
});

test('where no exchange is named, the last of the case is shown', () => {
  expect(brief({ exchanges: ['x1', 'x2', 'x3'], shownBy: [], curl: curls }, three)).toContain(' · x3 ◀');
});

test('a case that says nothing by itself is left out', () => {
  expect(brief({ case: { check: 'stream.done', seed: 1, path: '0', input: '1', shrinks: 0 } })).not.toContain('case');
});

test('a curl that takes too many rows is left to the whole text', () => {
  const shown = brief({ curl: [`curl 'http://gateway.test' --data-raw '${'d'.repeat(900)}'`] }, three);
  expect(shown).not.toContain('curl ');
  expect(shown).toContain('  whole     npx gateproof report run.json stream.done\n  replay    npx gateproof replay');
});

test('the command is named that explains the rule', () => {
  expect(brief({})).toMatch(/ {2}about {5}npx gateproof rules stream\.done$/);
});

test('a record without a failure gives its reason', () => {
  const record = sampleRule({ rule: 'job.read', verdict: 'error', reason: 'the check threw' });
  expect(failureBrief(sampleDocument([record]), record, page).at(-1)).toBe('  reason    the check threw');
});
