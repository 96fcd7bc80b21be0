import { expect, test } from 'vitest';
import { sampleClass, sampleDocument, sampleFailure, sampleRule } from '../sample-document.fixture.ts';
import { renderTerminal } from './terminal.ts';

const failed = sampleRule({ rule: 'stream.done', verdict: 'fail', failure: sampleFailure() });

test('the header names target, seed and effort, the last line counts and tells what the exit code means', () => {
  const text = renderTerminal(sampleDocument([sampleRule({ rule: 'auth.key.missing' }), failed]));
  expect(text).toContain('target    http://gateway.test (url), prefix svc');
  expect(text).toContain('seed 4242, effort standard, 3,210 cases, 5,400 requests, 7,000 exchanges in 12.3 s');
  expect(text).toContain('35 of 36 state × command pairs; not canceled › rotate');
  expect(text.trimEnd().split('\n').at(-1)).toBe('1 failed, 1 passed of 2 rules · exit 1: a rule is broken');
});

test('verdicts are counted by area in aligned columns', () => {
  const rules = [sampleRule({ rule: 'auth.a' }), sampleRule({ rule: 'auth.b' }), failed];
  const lines = renderTerminal(sampleDocument(rules)).split('\n');
  expect(lines).toContain('area    rules  pass  fail');
  expect(lines).toContain('auth        2     2     ·');
  expect(lines).toContain('stream      1     ·     1');
});

test('each conformance class has a line, a quiet report none', () => {
  const document = sampleDocument([failed]);
  const classes = [
    sampleClass({ passed: 8, outcome: 'broken' }),
    sampleClass({ title: 'Webhooks', outcome: 'not-claimed', passed: 0, decided: 0 }),
  ];
  const withClasses = { ...document, summary: { ...document.summary, classes } };
  expect(renderTerminal(withClasses)).toContain('Core      broken  8 of 10\nWebhooks  not claimed\n');
  expect(renderTerminal(withClasses, { quiet: true })).not.toContain('Core');
});

test('a cause comes before what folds under it, and names it', () => {
  const other = sampleRule({ rule: 'auth.first', verdict: 'fail', failure: sampleFailure() });
  const blocked = sampleRule({ rule: 'stream.late', verdict: 'blocked', blockedBy: 'stream.done' });
  const document = sampleDocument([other, failed, blocked]);
  const cause = { id: 'stream.done', kind: 'rule', sentence: 'This rule is broken: S.', rule: 'stream.done' } as const;
  const causes = [{ ...cause, folded: ['stream.late'], proved: false }];
  const text = renderTerminal({ ...document, summary: { ...document.summary, causes } });
  expect(text.indexOf('fail  stream.done')).toBeLessThan(text.indexOf('fail  auth.first'));
  expect(text).toContain('stream.done explains 1 more red rule:\n  · stream.late');
});

test('a blocked rule without a cause among the failures gives the reason', () => {
  const blocked = sampleRule({
    rule: 'job.read',
    verdict: 'blocked',
    reason: 'the smoke test failed: every answer is 404',
  });
  expect(renderTerminal(sampleDocument([blocked]))).toContain(
    '⊘ 1 rule blocked: the smoke test failed: every answer is 404\n  · job.read',
  );
});

test('what is not applicable is grouped by the missing capability', () => {
  const text = renderTerminal(
    sampleDocument([
      sampleRule({ rule: 'webhook.a', verdict: 'not-applicable', missing: ['webhooks'] }),
      sampleRule({ rule: 'webhook.b', verdict: 'not-applicable', missing: ['webhooks'] }),
      sampleRule({ rule: 'error.x', verdict: 'not-applicable', reason: 'never sent by this target' }),
    ]),
  );
  expect(text).toContain(
    'needs webhooks: 2 rules (webhook.a, webhook.b)\n  never sent by this target: 1 rule (error.x)',
  );
});

test('warnings, inconclusive rules, errors and notes are all told', () => {
  const text = renderTerminal(
    sampleDocument(
      [
        sampleRule({ rule: 'a.warn', verdict: 'warn', level: 'should', failure: sampleFailure() }),
        sampleRule({ rule: 'b.unclear', verdict: 'inconclusive', reason: 'no race was won' }),
        sampleRule({ rule: 'c.broken', verdict: 'error', reason: 'TypeError: x is undefined' }),
      ],
      { notes: ['the target died once and came back'] },
    ),
  );
  expect(text).toContain('note  the target died once and came back');
  expect(text).toMatch(/! warn {2}a\.warn {2}The statement of a\.warn\.\n {2}expected {2}a last event/);
  expect(text).toContain('? inconclusive  b.unclear  no race was won');
  expect(text).toContain('reason    TypeError: x is undefined');
});

test('a run that was cut short says so', () => {
  const document = sampleDocument([failed]);
  const text = renderTerminal({
    ...document,
    run: { ...document.run, cutShort: { reason: 'interrupted', sentence: 'interrupted by the user' } },
  });
  expect(text).toContain('cut short interrupted by the user');
});

test('quiet leaves what is wrong and the summary', () => {
  const text = renderTerminal(sampleDocument([sampleRule({ rule: 'auth.a' }), failed]), { quiet: true });
  expect(text).not.toContain('area ');
  expect(text).not.toContain('seed 4242,');
  expect(text).toContain('✗ fail  stream.done');
});

test('colour codes come only when asked for', () => {
  const escapeCode = String.fromCharCode(27);
  const document = sampleDocument([failed]);
  expect(renderTerminal(document)).not.toContain(escapeCode);
  expect(renderTerminal(document, { colour: true })).toContain(`${escapeCode}[31m`);
});

test('hundreds of blocked rules are counted, not listed', () => {
  const rules = Array.from({ length: 300 }, (_, index) =>
    sampleRule({ rule: `job.r${index}`, verdict: 'blocked', reason: 'every answer is 404' }),
  );
  const text = renderTerminal(sampleDocument([...rules, sampleRule({ rule: 'a.b' })]));
  expect(text).toContain('⊘ 300 rules blocked: every answer is 404\n  · job.r0\n');
  expect(text).toContain('… 285 more rules');
  expect(renderTerminal(sampleDocument(rules))).not.toContain('job.r0');
  expect(text.split('\n').length).toBeLessThan(40);
});

test('inconclusive rules with one reason stand together', () => {
  const rules = Array.from({ length: 40 }, (_, index) =>
    sampleRule({ rule: `job.r${index}`, verdict: 'inconclusive', reason: 'the run ended first' }),
  );
  const text = renderTerminal(sampleDocument(rules));
  expect(text).toContain('? 40 rules inconclusive: the run ended first\n  · job.r0\n');
  expect(text).toContain('… 25 more rules');
});

test('quiet still tells that a run was cut short', () => {
  const document = sampleDocument([failed]);
  const text = renderTerminal(
    { ...document, run: { ...document.run, cutShort: { reason: 'interrupted', sentence: 'interrupted' } } },
    { quiet: true },
  );
  expect(text).toContain('note  cut short: interrupted');
});

test('a run in which nothing could be judged does not call the target conformant', () => {
  const rules = [sampleRule({ rule: 'job.a', verdict: 'not-applicable', missing: ['models'] })];
  expect(renderTerminal(sampleDocument(rules))).toContain('exit 0: no rule is broken, but none was judged');
});
