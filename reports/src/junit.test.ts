import { expect, test } from 'vitest';
import { convert } from 'xmlbuilder2';
import { renderJunit } from './junit.ts';
import { sampleDocument, sampleFailure, sampleRule } from './sample-document.fixture.ts';

interface Case {
  '@classname': string;
  '@name': string;
  '@time': string;
  failure?: { '@type': string; '@message': string; '#': string };
  error?: { '@type': string; '@message': string };
  skipped?: { '@message': string };
  'system-out'?: string;
}
type Attributes = Record<`@${string}`, string>;
interface Parsed {
  testsuites: Attributes & { testsuite: (Attributes & { testcase: Case | Case[] })[] };
}

const parsed = (xml: string) => convert(xml, { format: 'object' }) as unknown as Parsed;

const rules = [
  sampleRule({ rule: 'auth.a' }),
  sampleRule({ rule: 'auth.w', verdict: 'warn', failure: sampleFailure() }),
  sampleRule({
    rule: 'stream.done',
    verdict: 'fail',
    failure: sampleFailure({ observed: 'a \u0000 and <b> & "c" \uFFFE' }),
  }),
  sampleRule({ rule: 'stream.blocked', verdict: 'blocked', blockedBy: 'stream.done' }),
  sampleRule({ rule: 'stream.na', verdict: 'not-applicable', missing: ['upstreams', 'models'] }),
  sampleRule({ rule: 'job.a', class: 'jobs', verdict: 'not-claimed', reason: 'not claimed here' }),
];

function caseOf(xml: string, name: string): Case | undefined {
  return parsed(xml)
    .testsuites.testsuite.flatMap((suite) => suite.testcase)
    .find((found) => found['@name'] === name);
}

test('one testsuite per class, or per area without one, with its counts, one testcase per rule', () => {
  const { testsuites } = parsed(renderJunit(sampleDocument(rules)));
  expect(testsuites).toMatchObject({
    '@tests': '6',
    '@failures': '1',
    '@errors': '1',
    '@time': '12.340',
  });
  expect(
    testsuites.testsuite.map((suite) => [suite['@name'], suite['@tests'], suite['@failures'], suite['@skipped']]),
  ).toEqual([
    ['auth', '2', '0', '0'],
    ['stream', '3', '1', '1'],
    ['jobs', '1', '0', '1'],
  ]);
  expect(
    testsuites.testsuite.flatMap((suite) => suite.testcase).map((one) => `${one['@classname']}/${one['@name']}`),
  ).toEqual(rules.map((rule) => `${rule.area}/${rule.rule}`));
});

test('a failure carries the whole text, and characters that XML forbids do not break the file', () => {
  const failure = caseOf(renderJunit(sampleDocument(rules)), 'stream.done')?.failure;
  expect(failure?.['@type']).toBe('fail');
  expect(failure?.['@message']).toContain('observed a \uFFFD and &lt;b&gt; &amp; &quot;c&quot; \uFFFD');
  expect(failure?.['#']).toContain('HTTP 200');
  expect(failure?.['#']).toContain('replay    npx gateproof replay result.json stream.done');
});

test('blocked is an error with its reason, not-applicable is skipped with what is missing', () => {
  const xml = renderJunit(sampleDocument(rules));
  expect(caseOf(xml, 'stream.blocked')?.error).toMatchObject({
    '@type': 'blocked',
    '@message': 'blocked by stream.done',
  });
  expect(caseOf(xml, 'stream.na')?.skipped).toEqual({ '@message': 'needs upstreams, models' });
});

test('a warning is green with its text, and a failure when the run is strict', () => {
  expect(caseOf(renderJunit(sampleDocument(rules)), 'auth.w')?.['system-out']).toContain('observed');
  expect(caseOf(renderJunit(sampleDocument(rules), { strict: true }), 'auth.w')?.failure?.['@type']).toBe('warn');
});

test('times of rules that ran side by side sum to no more than the run took', () => {
  const long = sampleDocument(rules.map((record) => ({ ...record, durationMs: 10_001 })));
  const { testsuites } = parsed(renderJunit(long));
  const suiteTimes = testsuites.testsuite.map((suite) => Number(suite['@time']));
  const cases = testsuites.testsuite.flatMap((suite) => suite.testcase).map((one) => Number(one['@time']));
  for (const times of [suiteTimes, cases]) {
    const sum = times.reduce((one, other) => one + other);
    expect(sum).toBeLessThanOrEqual(12.34);
    expect(sum).toBeGreaterThan(12.3);
  }
  expect(caseOf(renderJunit(sampleDocument(rules)), 'auth.a')?.['@time']).toBe('0.120');
});
