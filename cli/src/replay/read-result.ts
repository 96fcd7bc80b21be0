import { readFileSync } from 'node:fs';
import type { CaseRecord, ResultDocument } from '@gateproof/harness';
import { visibleText } from '@gateproof/reports';
import { suggestion } from '../suggest.ts';
import { UsageError } from '../usage-error.ts';

const wantedFormat: ResultDocument['format'] = 'gateproof-result/1';

/** Reads the result document of an earlier run. Throws `UsageError` when the file is none. */
export function readResult(path: string): ResultDocument {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new UsageError(`cannot read the result ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!isResult(value)) {
    const found =
      typeof value === 'object' && value !== null && 'format' in value ? `format ${String(value.format)}` : 'no format';
    throw new UsageError(
      `${path} is no result document of this version (wanted format ${wantedFormat}, found ${visibleText(found)}). ` +
        'Write one with gateproof gateway --json FILE.',
    );
  }
  return value;
}

function isResult(value: unknown): value is ResultDocument {
  if (typeof value !== 'object' || value === null) return false;
  const document = value as Partial<ResultDocument>;
  return (
    document.format === wantedFormat &&
    Array.isArray(document.rules) &&
    typeof document.run?.seed === 'number' &&
    Array.isArray(document.target?.arguments)
  );
}

/** The case that broke `rule` in the document. Throws `UsageError` when the rule is unknown or has no failing case. */
export function failingCase(document: ResultDocument, rule: string): CaseRecord {
  const record = document.rules.find((candidate) => candidate.rule === rule);
  const withCase = document.rules.filter(({ failure }) => failure !== undefined).map((candidate) => candidate.rule);
  const found = record?.failure?.case;
  if (found !== undefined && found.path !== '') return found;
  const why =
    record === undefined ? 'is not in this result' : `is '${record.verdict}' in this result and has no case to replay`;
  const there = withCase.length === 0 ? 'It has no failures.' : `Failures: ${withCase.slice(0, 10).join(', ')}.`;
  throw new UsageError(`${rule} ${why}.${suggestion(rule, withCase)} ${there}`);
}
