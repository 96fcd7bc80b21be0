import type { CaseRecord, ResultDocument } from '@gateproof/harness';
import { visibleText } from '@gateproof/reports';
import { resultSchema } from '@gateproof/spec';
import { SchemaValidator } from '@gateproof/spec/validation';
import { readTextFile } from './read-text-file.ts';
import { suggestion } from './suggest.ts';
import { UsageError } from './usage-error.ts';

/** A run of all rules against a gateway that breaks most of them writes some 5 MB. */
const mostBytes = 32 * 1024 * 1024;
const wantedFormat: ResultDocument['format'] = 'gateproof-result/1';

/** Reads the result document of an earlier run. Throws `UsageError` when the file is none. */
export function readResult(path: string): ResultDocument {
  const value = parsed(path, readTextFile(path, 'result', mostBytes));
  refuseOtherFormat(path, value);
  const [problem] = new SchemaValidator(resultSchema(), { stopsAtFirst: true }).problems(value);
  if (problem === undefined) return value as ResultDocument;
  throw new UsageError(`${path} is a damaged result document: ${visibleText(problem)}. ${remedy}`);
}

const remedy = 'Write one with npx gateproof gateway --json FILE.';

function parsed(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${path} is no result document: it is not JSON. ${remedy}`);
  }
}

function refuseOtherFormat(path: string, value: unknown): void {
  const format = typeof value === 'object' && value !== null && 'format' in value ? value.format : undefined;
  if (format === wantedFormat) return;
  const found = format === undefined ? 'no format' : `format ${String(format)}`;
  throw new UsageError(
    `${path} is no result document of this version (wanted format ${wantedFormat}, found ${visibleText(found)}). ${remedy}`,
  );
}

const shownRules = 10;

/** The case that broke `rule` in the document. Throws `UsageError` when the rule is unknown or has no failing case. */
export function failingCase(document: ResultDocument, rule: string): CaseRecord {
  const record = document.rules.find((candidate) => candidate.rule === rule);
  const withCase = document.rules.filter(({ failure }) => failure !== undefined).map((candidate) => candidate.rule);
  const found = record?.failure?.case;
  if (found !== undefined && found.path !== '') return found;
  const why =
    record === undefined ? 'is not in this result' : `is '${record.verdict}' in this result and has no case to replay`;
  const more = withCase.length > shownRules ? `, and ${withCase.length - shownRules} more` : '';
  const there =
    withCase.length === 0 ? 'It has no failures.' : `Failures: ${withCase.slice(0, shownRules).join(', ')}${more}.`;
  throw new UsageError(`${rule} ${why}.${suggestion(rule, withCase)} ${there}`);
}
