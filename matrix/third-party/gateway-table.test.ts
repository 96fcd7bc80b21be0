import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tableHead, tableRow, tableSection, withSection } from './gateway-table.ts';
import { thirdPartyGateways } from './gateways.ts';
import type { FinishedCommand } from './unlike-runs.ts';

const page = readFileSync(new URL('../../docs/third-party-gateways.md', import.meta.url), 'utf8');

function finished(): Parameters<typeof tableRow>[1] {
  const rules = ['pass', 'pass', 'fail', 'flaky', 'warn', 'blocked'].map((verdict) => ({ rule: 'a.b', verdict }));
  const document = { rules, summary: { causes: [{}, {}] }, run: { requests: 12, durationMs: 1600 } };
  return { exitCode: 1, document } as unknown as FinishedCommand & Parameters<typeof tableRow>[1];
}

test('a row counts verdicts, and a flaky rule as a failed one', () => {
  const row = tableRow({ name: 'a', version: '1.0.0', about: 'a mock' }, finished());
  expect(row).toBe('| `a` 1.0.0 | a mock | 2 | 2 | 1 | 1 | 0 | 0 | 2 | 12 | 2 s | 1 |');
});

test('the table of the page has the form that the script writes, with a row for each gateway at its version', () => {
  const rows = page.split('\n').filter((line) => /^\| `[^`]+` [\d.]+ \|.* \d+ s \| \d \|$/.test(line));
  expect(rows.map((row) => row.split(' | ').slice(0, 2).join(' | '))).toEqual(
    thirdPartyGateways.map(({ name, version, about }) => `| \`${name}\` ${version} | ${about}`),
  );
  const [, date = '', rules = '', effort = ''] = /(\d{4}-\d\d-\d\d), (\d+) rules, `--effort (\w+)`:/.exec(page) ?? [];
  expect(withSection(page, tableSection(rows, { date, rules: Number(rules), effort }))).toBe(page);
  expect(rows.every((row) => row.split('|').length === tableHead.split('\n')[0]?.split('|').length)).toBe(true);
});

test('a page without a section is not written', () => {
  expect(() => withSection('# A page', 'a section')).toThrow('no section');
});
