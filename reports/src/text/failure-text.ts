import type { ExchangeRecord, FailureRecord, ResultDocument, RuleRecord } from '@gateproof/harness';
import { type CutLimits, counted } from './cut-text.ts';
import { exchangeText } from './exchange-text.ts';
import { indented, labelled } from './labelled.ts';
import type { Style } from './style.ts';
import { verdictLooks } from './verdict-look.ts';
import { visibleText } from './visible-text.ts';

const labelWidth = 10;
/** A case that takes more exchanges than this shows those that tell, and counts the rest. */
const maxExchanges = 12;

export interface FailureTextOptions {
  readonly style: Style;
  /** How much of each body is printed. */
  readonly body: CutLimits;
}

/**
 * A broken rule, self-sufficient: the statement and where it stands, expected and observed, the smallest case,
 * the exchanges on both sides of the gateway, `curl`, and the command that replays it.
 * A record without a failure gives its heading and its reason.
 */
export function failureText(document: ResultDocument, record: RuleRecord, options: FailureTextOptions): string[] {
  const { style } = options;
  const look = verdictLooks[record.verdict];
  const heading = `${look.paint(style)(`${look.mark} ${record.verdict}`)}  ${style.bold(record.rule)}  ${style.dim(record.level)}`;
  const where = [record.statement, style.dim(`Contract: ${record.section}`), ''];
  return [
    heading,
    ...indented([...where, ...reasonLines(record, style), ...failureLines(document, record, options)], 2),
  ];
}

function reasonLines(record: RuleRecord, style: Style): string[] {
  return record.reason === undefined ? [] : labelled('reason', visibleText(record.reason), labelWidth, style.bold);
}

function failureLines(document: ResultDocument, record: RuleRecord, options: FailureTextOptions): string[] {
  const failure = record.failure;
  if (failure === undefined) return [];
  return [
    ...findingLines(failure, options.style),
    ...caseLines(failure, record, options.style),
    '',
    ...exchangeLines(document, failure, options),
    ...commandLines(failure, options.style),
  ];
}

/** Expected and observed, aligned; for a flaky rule also what its replay saw. */
export function findingLines(failure: FailureRecord, style: Style): string[] {
  const replayed =
    failure.onReplay === undefined
      ? []
      : labelled('on replay', visibleText(failure.onReplay), labelWidth, style.yellow);
  return [
    ...labelled('expected', visibleText(failure.expected), labelWidth, style.green),
    ...labelled('observed', visibleText(failure.observed), labelWidth, style.red),
    ...replayed,
  ];
}

function caseLines(failure: FailureRecord, record: RuleRecord, style: Style): string[] {
  const { check, seed, path, input, shrinks } = failure.case;
  const smaller = shrinks === 0 ? '' : `, made smaller ${counted(shrinks, 'time')}`;
  const by = check === record.rule ? '' : `check ${check}, `;
  return labelled('case', `${visibleText(input)}\n(${by}seed ${seed}, path ${path}${smaller})`, labelWidth, style.bold);
}

function exchangeLines(document: ResultDocument, failure: FailureRecord, options: FailureTextOptions): string[] {
  const known = (ids: readonly string[]): ExchangeRecord[] =>
    ids.flatMap((id) => document.exchanges[id] ?? []).sort((a, b) => a.request.atMs - b.request.atMs);
  const all = known([...new Set([...failure.exchanges, ...failure.shownBy])]);
  const shown = all.length <= maxExchanges ? all : known(telling(all, failure.shownBy));
  const originMs = all[0]?.request.atMs ?? 0;
  const lines = shown.flatMap((exchange) => {
    const showsBreak = failure.shownBy.includes(exchange.id);
    const body = showsBreak || failure.shownBy.length === 0 ? options.body : contextBody(options.body);
    return [...exchangeText(exchange, { ...options, body, originMs, showsBreak }), ''];
  });
  const left = all.length - shown.length;
  return left === 0
    ? lines
    : [...lines, options.style.dim(`… ${counted(left, 'more exchange')} in the JSON result`), ''];
}

/** Exchanges that only lead to the break show a third of what the telling ones show. */
function contextBody({ characters, lines }: CutLimits): CutLimits {
  return { characters: Math.ceil(characters / 3), lines: Math.ceil(lines / 3) };
}

/** The exchanges that show the break, then the last others before the limit. */
function telling(all: readonly ExchangeRecord[], shownBy: readonly string[]): string[] {
  const shows = all.filter(({ id }) => shownBy.includes(id)).slice(0, maxExchanges);
  const others = all.filter(({ id }) => !shownBy.includes(id)).slice(-(maxExchanges - shows.length) || all.length);
  return [...shows, ...others].map(({ id }) => id);
}

function commandLines(failure: FailureRecord, style: Style): string[] {
  const curls = failure.curl.flatMap((line) => labelled('curl', line, labelWidth, style.bold));
  return [...curls, ...labelled('replay', failure.replay, labelWidth, style.bold)];
}
