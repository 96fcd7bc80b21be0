import type { ResultDocument, RuleRecord } from '@gateproof/harness';
import { expect, test } from 'vitest';
import { sampleCause, sampleClass, sampleDocument, sampleFailure, sampleRule } from '../sample-document.fixture.ts';
import { styleFor } from '../text/style.ts';
import { causeText } from './cause-text.ts';
import { renderTerminal } from './terminal.ts';

const failed = sampleRule({ rule: 'stream.done', verdict: 'fail', failure: sampleFailure() });

const many = (count: number, patch: Partial<RuleRecord>) =>
  Array.from({ length: count }, (_, index) => sampleRule({ rule: `job.r${index}`, ...patch }));

function withSummary(document: ResultDocument, patch: Partial<ResultDocument['summary']>): ResultDocument {
  return { ...document, summary: { ...document.summary, ...patch } };
}

test('the last line of a run in which no rule failed, but the target crashes, says so', () => {
  const document = sampleDocument([sampleRule({ rule: 'a.b', verdict: 'blocked', causedBy: 'crash-1' })]);
  const causes = [sampleCause({ id: 'crash-1', kind: 'crash', sentence: 'The target exits after GET /a.' })];
  const text = renderTerminal({ ...document, summary: { ...document.summary, exitCode: 1, causes } });
  expect(text.trimEnd().split('\n').at(-1)).toContain('exit 1: the target crashes');
});

test('the header names target, seed and effort, the last line counts and says what the exit code means', () => {
  const text = renderTerminal(sampleDocument([sampleRule({ rule: 'auth.key.missing' }), failed]));
  expect(text).toContain('Gateproof 0.1.0: http://gateway.test (url), prefix svc\noffers    accounts, keys\n');
  expect(text).toContain('seed 4242, effort standard, 5,400 requests in 3,210 cases, 12.3 s');
  expect(text).toContain('job model coverage: 35 of 36 transitions; not canceled › rotate');
  expect(text.trimEnd().split('\n').at(-1)).toBe('1 failed, 1 passed of 2 rules · exit 1: a rule is broken');
});

test('a run without a break says how much was tested, and of known failures that nothing new is broken', () => {
  const rules = [sampleRule({ rule: 'a.b' }), ...many(3, { verdict: 'not-applicable', missing: ['models'] })];
  expect(renderTerminal(sampleDocument(rules))).toContain('exit 0: no rule broken (1 of 4 tested)\n');
  const known = sampleRule({ rule: 'stream.done', verdict: 'known', known: { verdict: 'fail' } });
  const unseen = sampleRule({ rule: 'stream.late', verdict: 'known', known: { verdict: 'blocked' } });
  const text = renderTerminal(sampleDocument([...rules, known, unseen]));
  expect(text).toContain('exit 0: nothing new is broken (2 known), 2 of 6 tested\n');
  expect(text).not.toContain('conformant');
});

test('each conformance class has a line, a quiet report none', () => {
  const document = sampleDocument([failed]);
  const classes = [
    sampleClass({
      passed: 8,
      outcome: 'broken',
      verdicts: { ...sampleClass().verdicts, blocked: 2, 'not-applicable': 5 },
    }),
    sampleClass({ title: 'Webhooks', outcome: 'not-claimed', passed: 0, decided: 0 }),
    sampleClass({ title: 'Jobs', outcome: 'not-shown', notShown: ['a job that succeeds'], passed: 3, decided: 3 }),
    sampleClass({ title: 'Basic', outcome: 'known', passed: 7, verdicts: { ...sampleClass().verdicts, known: 3 } }),
  ];
  const withClasses = withSummary(document, { classes });
  expect(renderTerminal(withClasses)).toContain(
    '✗ Core      broken       8 of 10 hold, 2 undecided, 5 not applicable\n– Webhooks  not claimed  10 rules\n' +
      '– Jobs      not shown    not seen: a job that succeeds, 3 of 3 hold\n∙ Basic     known 3      7 of 10 hold\n',
  );
  expect(renderTerminal(withClasses, { quiet: true })).not.toContain('Core');
});

test('a cause leads with what fixing it changes, and names the rules that fold under it', () => {
  const folded = sampleRule({ rule: 'auth.first', verdict: 'fail', failure: sampleFailure({ observed: 'seen 403' }) });
  const blocked = sampleRule({ rule: 'stream.late', verdict: 'blocked', blockedBy: 'stream.done' });
  const cause = sampleCause({
    id: 'stream.done',
    rule: 'stream.done',
    folded: ['auth.first', 'stream.late'],
    waiting: ['stream.later'],
    proved: true,
  });
  const waiting = sampleRule({ rule: 'stream.later', verdict: 'blocked', blockedBy: 'stream.done' });
  const text = renderTerminal(withSummary(sampleDocument([folded, failed, blocked, waiting]), { causes: [cause] }));
  expect(text).toContain(
    ' 1  The sentence of stream.done.\n    Fixing this makes 2 rules pass (1 failing, 1 blocked) · x1 · stream.done',
  );
  expect(text).toContain(
    '  Fixing this makes 2 rules pass (1 failing, 1 blocked); 1 more can then be\n  tested:\n  ✗ auth.first  seen 403\n',
  );
  expect(text).not.toContain('could not be tested');
});

test('a cause that is no rule is shown by its sentence, its exchange and the commands of a rule below it', () => {
  const cause = sampleCause({ id: 'crash-1', kind: 'crash', folded: ['stream.done'] });
  const text = renderTerminal(withSummary(sampleDocument([failed]), { causes: [cause] }));
  expect(text).toContain('    Up to 1 rule affected (1 failing) · x1\n');
  expect(text).toMatch(
    /Cause 1\n {2}The sentence of crash-1\.\n {2}x1 {8}POST \/v1\/chat\/completions → 200 text\/event-stream\n/,
  );
  expect(text).toMatch(
    /\n {2}curl {6}curl [^#]*\n {2}replay {4}npx gateproof replay result\.json stream\.done\n {2}Up to 1 rule affected \(1 failing\):\n/,
  );
});

test('a cause that is neither a rule nor a crash shows what a rule below it expected', () => {
  const cause = sampleCause({ id: 'r', kind: 'repair', folded: ['stream.done'] });
  const text = renderTerminal(withSummary(sampleDocument([failed]), { causes: [cause] }));
  expect(text).toContain('Cause 1\n  The sentence of r.\n  expected  a last event `data: [DONE]`\n  x1 ');
});

test('a cause whose exchange is of another case has no curl', () => {
  const cause = sampleCause({ id: 'f', kind: 'missing-feature', exchange: 'x9', folded: ['stream.done'] });
  expect(renderTerminal(withSummary(sampleDocument([failed]), { causes: [cause] }))).not.toContain('curl ');
});

test('failures beyond the leading causes stand on one line each', () => {
  const text = renderTerminal(sampleDocument(many(12, { verdict: 'fail', failure: sampleFailure() })));
  expect(text).toContain('What is wrong: the first 10 of 12 causes\n');
  expect(text).toContain('2 other failures\n✗ job.r10  the stream ended after the failure chunk\n✗ job.r11 ');
});

test('verbose prints every failure whole, and the verdicts by area', () => {
  const rules = [sampleRule({ rule: 'auth.a' }), ...many(12, { verdict: 'fail', failure: sampleFailure() })];
  const text = renderTerminal(sampleDocument(rules), { verbose: true });
  expect(text.match(/◀ shows it/g)).toHaveLength(12);
  expect(text).toContain('area  rules  pass  fail\nauth      1     1     ·\njob      12     ·    12\n');
});

test('a blocked rule without a cause gives the reason', () => {
  const reason = 'the smoke test failed: every answer is 404';
  expect(renderTerminal(sampleDocument([sampleRule({ rule: 'job.read', verdict: 'blocked', reason })]))).toContain(
    '1 rule could not be tested\n⊘ 1 rule blocked: the smoke test failed: every answer is 404\n  job.read\n',
  );
});

test('what is not applicable has one line for each missing capability', () => {
  const absent = (rule: string, patch: Partial<RuleRecord>) =>
    sampleRule({ rule, verdict: 'not-applicable', ...patch });
  const text = renderTerminal(
    sampleDocument([
      absent('webhook.a', { missing: ['webhooks'] }),
      absent('webhook.b', { missing: ['webhooks', 'clock'] }),
      absent('error.x', { reason: 'never sent by this target' }),
    ]),
  );
  expect(text).toContain(
    [
      '3 rules not applicable:',
      '  webhooks        needed by 2 rules; adding it alone unlocks 1',
      '  clock           needed by 1 rule',
      '  1 rule: never sent by this target',
    ].join('\n'),
  );
});

test('warnings, undecided rules, errors and notes are all reported', () => {
  const document = sampleDocument(
    [
      sampleRule({ rule: 'a.warn', verdict: 'warn', level: 'should', failure: sampleFailure() }),
      sampleRule({ rule: 'b.unclear', verdict: 'inconclusive', reason: 'no race was won' }),
      sampleRule({ rule: 'c.broken', verdict: 'error', reason: 'TypeError: x is undefined' }),
    ],
    { notes: ['the target died once and came back', 'slow', 'slow'] },
  );
  const text = renderTerminal(document, { width: 120 });
  expect(text).toContain('3 notes\n  the target died once and came back\n  slow (2 times)\n');
  expect(text).toContain('! 1 warning\n  a.warn\n    expected a last event `data: [DONE]`; observed the stream ended');
  expect(text).toContain('? 1 rule inconclusive: no race was won\n  b.unclear\n');
  expect(text).toContain('‼ error  c.broken  must\n');
  expect(text).toContain('reason    TypeError: x is undefined');
});

test('a declared difference stands with its reason', () => {
  const differences = [{ repair: 'error-envelope', reason: 'ours is older', rules: ['a.b', 'a.c'] }];
  const text = renderTerminal(withSummary(sampleDocument([sampleRule({ rule: 'a.a' })]), { differences }));
  expect(text).toContain('≠ Accepted differences from the contract:\n  error-envelope: ours is older (2 rules)\n');
});

test.each([false, true])('a run that was cut short says so (quiet: %s)', (quiet) => {
  const document = sampleDocument([failed]);
  const cutShort = { reason: 'interrupted', sentence: 'interrupted by the user' } as const;
  const text = renderTerminal({ ...document, run: { ...document.run, cutShort } }, { quiet });
  expect(text).toContain('cut short interrupted by the user\n');
});

test('quiet leaves what is wrong and the summary', () => {
  const text = renderTerminal(sampleDocument([sampleRule({ rule: 'auth.a' }), failed]), { quiet: true });
  expect(text).not.toContain('seed 4242,');
  expect(text).toMatch(/^Cause 1\n✗ fail {2}stream\.done/);
});

test('colour codes come only when asked for', () => {
  const escapeCode = String.fromCharCode(27);
  const document = sampleDocument([failed]);
  expect(renderTerminal(document)).not.toContain(escapeCode);
  expect(renderTerminal(document, { colour: true })).toContain(`${escapeCode}[31m`);
});

test('hundreds of undecided rules with one reason stand together', () => {
  const blocked = many(300, { verdict: 'blocked', reason: 'every answer is 404' });
  const text = renderTerminal(sampleDocument([...blocked, sampleRule({ rule: 'a.b' })]));
  expect(text).toContain('⊘ 300 rules blocked: every answer is 404\n  job.r0, job.r1, job.r2, job.r3, 296 more\n');
  expect(renderTerminal(sampleDocument(blocked))).not.toContain('job.r0');
  expect(text.split('\n').length).toBeLessThan(30);
});

test('a run in which nothing was decided is neither conformant nor free of breaks', () => {
  const absent = sampleDocument(many(2, { verdict: 'not-applicable', missing: ['models'] }));
  const blocked = withSummary(sampleDocument(many(2, { verdict: 'blocked', reason: 'no model' })), { exitCode: 3 });
  const silent = { ...blocked, run: { ...blocked.run, requests: 0 } };
  expect(renderTerminal(absent)).toContain('exit 0: no rule was tested\n');
  expect(renderTerminal(blocked)).toContain('exit 3: no rule was tested\n');
  expect(renderTerminal(silent)).toContain('exit 3: no rule was tested: no request was sent\n');
});

test('the last screen names the commands that print the rest, and the files', () => {
  const text = renderTerminal(sampleDocument([failed]), { files: ['run.json', 'junit.xml'], resultFile: 'run.json' });
  expect(text).toContain(
    [
      'See the rest',
      '  all       npx gateproof report run.json',
      '  cause 1   npx gateproof report run.json 1',
      '  replay    npx gateproof replay result.json stream.done',
      '  rule      npx gateproof rules stream.done',
      '  files     run.json, junit.xml\n',
    ].join('\n'),
  );
  expect(renderTerminal(sampleDocument([failed]), { resultFile: '' })).toContain('  all       npx gateproof report\n');
  expect(renderTerminal(sampleDocument([failed]))).toContain(
    '  all       run again with --verbose or --json RESULT.json\n',
  );
});

test('on a terminal the last screen is all, and says what is broken before it counts', () => {
  const document = sampleDocument([failed, sampleRule({ rule: 'a.a', verdict: 'warn', failure: sampleFailure() })]);
  const text = renderTerminal(document, { brief: true });
  expect(text).toContain('\nBroken: The sentence of stream.done\n');
  expect(text).toContain('What is wrong: 1 cause\n');
  expect(text).not.toMatch(/Cause 1|1 warning\n|observed/);
  expect(text.trimEnd().split('\n').at(-1)).toContain('exit 1: a rule is broken');
});

test('where nothing is broken, that screen says what could not be tested', () => {
  const blocked = Array.from({ length: 6 }, (_, index) =>
    sampleRule({ rule: `job.r${index}`, verdict: 'inconclusive', reason: `reason ${index}` }),
  );
  const text = renderTerminal(withSummary(sampleDocument(blocked), { exitCode: 3 }), { brief: true });
  expect(text).toContain('6 rules could not be tested\n? 1 rule inconclusive: reason 0\n');
  expect(text).toContain('  … 2 more reasons');
  expect(renderTerminal(sampleDocument([failed, ...blocked]), { brief: true })).not.toContain('reason 0');
});

test('of a strict run that only warns, and of a baseline that is no longer true, it says which rules', () => {
  const warned = sampleDocument([sampleRule({ rule: 'a.a', verdict: 'warn', failure: sampleFailure() })]);
  expect(renderTerminal(withSummary(warned, { exitCode: 1 }), { brief: true })).toContain('! 1 warning\n  a.a\n');
  const stale = { ...warned, baseline: { entries: 1, stale: [{ rule: 'b.b', why: 'passes now' }] } };
  expect(renderTerminal(stale, { brief: true })).toContain('b.b: passes now');
});

test('quiet and on a terminal, the causes and the summary are left', () => {
  const text = renderTerminal(sampleDocument([failed]), { brief: true, quiet: true });
  expect(text).toMatch(/^What is wrong: 1 cause\n[\s\S]*\n\n1 failed of 1 rule · exit 1/);
  expect(text).not.toContain('See the rest');
});

test('a cause is printed alone, by its number or its id', () => {
  const cause = sampleCause({ id: 'flat', kind: 'repair', folded: ['stream.done'] });
  const document = withSummary(sampleDocument([failed]), { causes: [cause] });
  const page = { style: styleFor(false), width: 80, resultFile: 'run.json' };
  for (const name of ['1', 'flat'])
    expect(causeText(document, name, page)?.slice(0, 2)).toEqual(['Cause 1', '  The sentence of flat.']);
  for (const name of ['2', '0', 'stream.done']) expect(causeText(document, name, page)).toBeUndefined();
});
