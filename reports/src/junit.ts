import type { ResultDocument, RuleRecord, Verdict } from '@gateproof/harness';
import { create } from 'xmlbuilder2';
import type { XMLBuilder } from 'xmlbuilder2/lib/interfaces.js';
import type { RenderOptions } from './render-options.ts';
import { failureText } from './text/failure-text.ts';
import { knownText } from './text/known-text.ts';
import { provisionalText } from './text/provisional-text.ts';
import { styleFor } from './text/style.ts';
import { targetName } from './text/target-name.ts';

type Outcome = 'failure' | 'error' | 'skipped' | 'passed';
const outcomes: Readonly<Record<Verdict, Outcome>> = {
  pass: 'passed',
  warn: 'passed',
  fail: 'failure',
  flaky: 'failure',
  inconclusive: 'error',
  blocked: 'error',
  error: 'error',
  'not-applicable': 'skipped',
  'not-claimed': 'skipped',
  known: 'skipped',
  provisional: 'skipped',
  differs: 'skipped',
};
const body = { characters: 4000, lines: 100 };

/**
 * The run as JUnit XML: one testsuite per conformance class, or per area where rules have no class; one testcase per rule (classname = area, name = rule id). Broken rules are
 * failures with their whole text, inconclusive, blocked and harness errors are errors, rules that are not applicable or not claimed are skipped.
 * The times of rules that ran side by side are shares of the run's, so that all of them sum to it at most. A testcase has no
 * `file`: the xUnit plugin of Jenkins refuses a report with one.
 * Characters that XML does not allow are replaced by U+FFFD.
 */
export function renderJunit(document: ResultDocument, options: RenderOptions = {}): string {
  const outcomeOf = (record: RuleRecord): Outcome =>
    record.verdict === 'warn' && options.strict === true ? 'failure' : outcomes[record.verdict];
  // The schema of Jenkins has no count of skipped tests here.
  const { skipped: _, ...counts } = totals(document.rules, outcomeOf, document.baseline?.stale.length);
  const root = create({ version: '1.0', encoding: 'UTF-8', invalidCharReplacement: '\uFFFD' }).ele('testsuites', {
    name: 'gateproof',
    ...counts,
    time: seconds(document.run.durationMs),
  });
  const timeOf = sharedTimes(document);
  for (const [name, records] of Map.groupBy(document.rules, (record) => record.class ?? record.area)) {
    const suite = root.ele('testsuite', {
      name,
      ...totals(records, outcomeOf),
      time: seconds(records.reduce((sum, record) => sum + timeOf(record), 0)),
      timestamp: document.run.startedAt.replace(/(\.\d+)?Z$/, ''),
    });
    properties(suite, document);
    for (const record of records) {
      testcase(suite, document, record, { ...options, outcome: outcomeOf(record), timeMs: timeOf(record) });
    }
  }
  staleEntries(root, document);
  return `${root.end({ prettyPrint: true })}\n`;
}

/** Entries of the baseline that hold no longer are failures of a suite of their own. */
function staleEntries(root: XMLBuilder, { baseline }: ResultDocument): void {
  const stale = baseline?.stale ?? [];
  if (stale.length === 0) return;
  const count = String(stale.length);
  const suite = root.ele('testsuite', {
    name: 'baseline',
    tests: count,
    failures: count,
    errors: '0',
    skipped: '0',
    time: '0',
  });
  for (const { rule, why } of stale) {
    const entry = suite.ele('testcase', { classname: 'baseline', name: rule, time: '0' });
    entry.ele('failure', { type: 'stale', message: `the baseline's entry ${why}` });
  }
}

/** What each rule took of the time of the run, in whole ms: rules run side by side, so that their own times sum to more than passed. */
function sharedTimes({ rules, run }: ResultDocument): (record: RuleRecord) => number {
  const sumMs = rules.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const share = sumMs > run.durationMs ? run.durationMs / sumMs : 1;
  return ({ durationMs }) => Math.floor(durationMs * share);
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

function totals(
  records: readonly RuleRecord[],
  outcomeOf: (record: RuleRecord) => Outcome,
  stale = 0,
): Record<string, string> {
  const count = (outcome: Outcome, more = 0) =>
    String(records.filter((record) => outcomeOf(record) === outcome).length + more);
  return {
    tests: String(records.length + stale),
    failures: count('failure', stale),
    errors: count('error'),
    skipped: count('skipped'),
  };
}

function properties(suite: XMLBuilder, document: ResultDocument): void {
  const list = suite.ele('properties');
  const { run, target } = document;
  const values = {
    target: targetName(target),
    seed: String(run.seed),
    effort: run.effort,
    version: document.tool.version,
  };
  for (const [name, value] of Object.entries(values)) list.ele('property', { name, value });
}

function testcase(
  suite: XMLBuilder,
  document: ResultDocument,
  record: RuleRecord,
  { outcome, docsSite, timeMs }: RenderOptions & { readonly outcome: Outcome; readonly timeMs: number },
): void {
  const text = () => {
    const site = docsSite === undefined ? {} : { docsSite };
    return failureText(document, record, { style: styleFor(false), body, ...site }).join('\n');
  };
  const element = suite.ele('testcase', {
    classname: record.area,
    name: record.rule,
    time: seconds(timeMs),
  });
  if (outcome === 'skipped') element.ele('skipped', { message: reasonOf(record) });
  else if (outcome !== 'passed') {
    element.ele(outcome, { type: record.verdict, message: messageOf(record) }).txt(text());
  } else if (record.verdict === 'warn') {
    element.ele('system-out').txt(text());
  }
}

function messageOf(record: RuleRecord): string {
  const failure = record.failure;
  return failure === undefined ? reasonOf(record) : `expected ${failure.expected}; observed ${failure.observed}`;
}

function reasonOf(record: RuleRecord): string {
  if (record.known !== undefined) return knownText(record);
  if (record.provisional !== undefined) return provisionalText(record);
  if (record.reason !== undefined) return record.reason;
  if (record.missing !== undefined) return `needs ${record.missing.join(', ')}`;
  return record.blockedBy === undefined ? record.verdict : `blocked by ${record.blockedBy}`;
}
