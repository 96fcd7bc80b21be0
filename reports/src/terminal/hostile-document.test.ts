import { expect, test } from 'vitest';
import { hostileDocument } from '../hostile-document.fixture.ts';
import { sampleDocument, sampleFailure, sampleRule } from '../sample-document.fixture.ts';
import { widthOf } from '../text/fit-text.ts';
import { renderTerminal } from './terminal.ts';

const document = hostileDocument();
const report = renderTerminal(document, { resultFile: 'run.json', files: ['run.json', 'junit.xml', 'summary.md'] });
const lines = report.split('\n');
const lastScreen = report.slice(report.indexOf('\nBroken: ')).trim().split('\n');
const screen = renderTerminal(document, { resultFile: 'run.json', brief: true }).trim().split('\n');

/** Lines of a command that is pasted as it stands: one word of it may be wider than the terminal. */
const isCommand = (line: string) => /^ +(curl +|replay +|whole +)?(--data-raw '|curl |npx )/.test(line);

test.each([
  ['of a terminal', screen],
  ['at the end of a log', lastScreen],
])(
  'the screen %s has the verdict, ten causes, how to see the rest and the exit code, on at most 60 lines',
  (_, shown) => {
    expect(shown.length).toBeLessThanOrEqual(60);
    expect(shown.filter((line) => line.includes('Fixing this makes'))).toHaveLength(4);
    expect(shown).toContain('  all       npx gateproof report run.json');
    expect(shown.slice(-2).join(' ')).toContain('exit 1: a rule is broken');
  },
);

test('no line but that of a command is wider than the terminal', () => {
  expect(lines.filter((line) => !isCommand(line) && widthOf(line) > 80)).toEqual([]);
});

test.each([60, 120])('nor on a terminal of %i columns', (width) => {
  const wide = renderTerminal(document, { width }).split('\n');
  expect(wide.filter((line) => !isCommand(line) && widthOf(line) > width)).toEqual([]);
});

test('nothing of a target moves the cursor', () => {
  expect(report).not.toMatch(/[\p{Cc}\p{Cf}](?<!\n)/u);
  expect(report).toContain('\\x1b[2J');
});

test('each failure takes 16 lines at most, and the report as many as its failures and a few screens', () => {
  const failures = report.split('\n✗ fail  ').slice(1, 11);
  for (const text of failures)
    expect(text.split(/\n\n|\n {2}(?:Fixing this makes|Up to) /)[0]?.split('\n').length).toBeLessThanOrEqual(16);
  expect(failures).toHaveLength(10);
  expect(lines.length).toBeLessThan(300 + 60 + 10 * 17 + 350);
});

test('every failure is named', () => {
  for (const { rule, verdict } of document.rules) if (verdict === 'fail') expect(report).toContain(rule);
});

test('verbose prints each of them whole', () => {
  const verbose = renderTerminal(document, { verbose: true });
  expect(verbose.match(/^ +replay {4}/gm)?.length).toBe(300);
});

test('a small report reads like this', () => {
  const rules = [
    sampleRule({ rule: 'auth.key.missing' }),
    sampleRule({ rule: 'stream.done', verdict: 'fail', failure: sampleFailure() }),
    sampleRule({ rule: 'webhook.a', verdict: 'not-applicable', missing: ['webhooks'] }),
  ];
  expect(
    renderTerminal(sampleDocument(rules), { resultFile: 'result.json', files: ['result.json'] }),
  ).toMatchSnapshot();
});
