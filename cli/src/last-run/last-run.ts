import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRed, type ResultDocument } from '@gateproof/harness';
import type { Party } from '@gateproof/spec';
import type { CliContext } from '../cli-context.ts';
import { lastRunPath } from './last-run-path.ts';

/** What is kept of the last run that was started in a folder. */
export interface LastRun {
  /** Arguments that reach its target. */
  readonly target: readonly string[];
  readonly startedAt: string;
  /** The rules that are red there, as far as they were run. */
  readonly red: readonly string[];
  /** By standing rule among them: the check whose case broke it. Absent in what older versions kept. */
  readonly brokenBy?: BrokenBy;
}

/** By standing rule: the check whose case broke it. */
export type BrokenBy = Readonly<Record<string, string>>;

type Place = Pick<CliContext, 'env' | 'folder'>;

/** The last run of this folder and party. Undefined where none is known. */
export function lastRun(party: Party, place: Place): LastRun | undefined {
  const path = lastRunPath(party, place);
  try {
    const kept: unknown = path === undefined ? undefined : JSON.parse(readFileSync(path, 'utf8'));
    return isLastRun(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps what is red now for `--last-failed`. Nothing is kept where it can't be written: that is no failure of the run. */
export function keepLastRun(document: ResultDocument, party: Party, place: Place, strict = false): void {
  const path = lastRunPath(party, place);
  if (path === undefined) return;
  const { target, run } = document;
  const before = lastRun(party, place);
  const isSame = JSON.stringify(before?.target) === JSON.stringify(target.arguments);
  const known = isSame ? before : undefined;
  const red = redAfter(known?.red ?? [], document, strict);
  const brokenBy = brokenByAfter(known?.brokenBy ?? {}, document);
  const kept: LastRun = { target: target.arguments, startedAt: run.startedAt, red, brokenBy };
  try {
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, JSON.stringify(kept));
  } catch {
    // The next --last-failed says that it knows of no run.
  }
}

/** The rules that are red once a run of some or all of them is over: those that it did not decide stay as they were. */
export function redAfter(before: readonly string[], { rules }: ResultDocument, strict = false): readonly string[] {
  const decided = new Set(rules.map(({ rule }) => rule));
  const red = rules.filter(({ verdict }) => isRed(verdict) || (strict && verdict === 'warn'));
  return [...before.filter((rule) => !decided.has(rule)), ...red.map(({ rule }) => rule)];
}

/** The checks that broke standing rules once a run of some or all rules is over. */
export function brokenByAfter(before: BrokenBy, { rules }: ResultDocument): BrokenBy {
  const seen = rules.flatMap(({ rule, kind, failure }) =>
    kind === 'standing' && failure !== undefined ? [[rule, failure.case.check] as const] : [],
  );
  return { ...before, ...Object.fromEntries(seen) };
}
function isLastRun(value: unknown): value is LastRun {
  if (typeof value !== 'object' || value === null) return false;
  const { target, startedAt, red, brokenBy = {} } = value as Partial<Record<keyof LastRun, unknown>>;
  return isTexts(target) && typeof startedAt === 'string' && isTexts(red) && isTexts(Object.values(brokenBy ?? {}));
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
