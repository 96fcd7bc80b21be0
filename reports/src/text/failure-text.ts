import type { ExchangeRecord, FailureRecord, ResultDocument, RuleRecord } from '@gateproof/harness';
import { caseText } from './case-text.ts';
import { type CutLimits, counted } from './cut-text.ts';
import { exchangeText } from './exchange-text.ts';
import { aboutLines } from './failure-commands.ts';
import { wrapped } from './fit-text.ts';
import { besideLabels, indented, labelled } from './labelled.ts';
import { ruleHeading } from './rule-heading.ts';
import type { Style } from './style.ts';
import { visibleText } from './visible-text.ts';

const indent = 2;
/** A case that takes more exchanges than this shows those that matter most, and counts the rest. */
const maxExchanges = 12;

export interface FailureTextOptions {
  readonly style: Style;
  /** How much of each body is printed. */
  readonly body: CutLimits;
  /** Columns at which sentences are wrapped; what went over the wire never is. Default: as wide as they are. */
  readonly width?: number;
  /** Address of the documentation site that has the page of the rule. Default: the command that prints the same is named. */
  readonly docsSite?: string;
}

/**
 * The whole of a broken rule: the statement and where it stands, expected and observed, the smallest case,
 * the exchanges on both sides of the gateway, `curl`, and the command that replays it.
 * A record without a failure gives its heading and its reason.
 */
export function failureText(document: ResultDocument, record: RuleRecord, options: FailureTextOptions): string[] {
  const { style, width = Number.POSITIVE_INFINITY } = options;
  const inner = { ...options, width: width - indent };
  const words = record.failure === undefined ? undefined : caseText(record.failure.case);
  const lines = [
    ...(words === undefined ? [] : wrapped(visibleText(`Case: ${words}`), inner.width).map(style.bold)),
    ...wrapped(record.statement, inner.width),
    style.dim(`Contract: ${record.section}`),
    '',
    ...sentence('reason', record.reason, inner, style.bold),
    ...(record.failure === undefined ? [] : failureLines(document, record, record.failure, inner)),
  ];
  return [ruleHeading(record, style), ...indented(lines, indent)];
}

type Layout = FailureTextOptions & { readonly width: number };

function sentence(
  label: string,
  text: string | undefined,
  { width }: Layout,
  paint: (text: string) => string,
): string[] {
  if (text === undefined) return [];
  const lines = visibleText(text)
    .split('\n')
    .flatMap((line) => wrapped(line, besideLabels(width)));
  return labelled(label, lines, paint);
}

function failureLines(document: ResultDocument, record: RuleRecord, failure: FailureRecord, layout: Layout): string[] {
  const { style } = layout;
  return [
    ...sentence('expected', failure.expected, layout, style.green),
    ...sentence('observed', failure.observed, layout, style.red),
    ...sentence('on replay', failure.onReplay, layout, style.yellow),
    ...sentence('drawn by', originText(failure, record), layout, style.bold),
    '',
    ...exchangesText(document, failure, layout),
    ...failure.curl.flatMap((command) => labelled('curl', [command], style.bold)),
    ...(failure.replay === undefined ? [] : labelled('replay', [failure.replay], style.bold)),
    ...aboutLines(record, layout, layout.docsSite),
  ];
}

/** `check stream.done, seed 77, path 0:1, shrunk 4 times`: how the case is generated again. */
function originText({ case: { check, seed, path, shrinks } }: FailureRecord, { rule }: RuleRecord): string {
  const by = check === rule ? [] : [`check ${check}`];
  const shrunk = shrinks === 0 ? [] : [`shrunk ${counted(shrinks, 'time')}`];
  return [...by, `seed ${seed}`, `path ${path}`, ...shrunk].join(', ');
}

function exchangesText(document: ResultDocument, failure: FailureRecord, options: FailureTextOptions): string[] {
  const known = (ids: readonly string[]): ExchangeRecord[] =>
    ids.flatMap((id) => document.exchanges[id] ?? []).sort((a, b) => a.request.atMs - b.request.atMs);
  const all = known([...new Set([...failure.exchanges, ...failure.shownBy])]);
  const shown = all.length <= maxExchanges ? all : known(mostRelevant(all, failure.shownBy));
  const originMs = all[0]?.request.atMs ?? 0;
  const lines = shown.flatMap((exchange) => {
    const showsBreak = failure.shownBy.includes(exchange.id);
    const body = showsBreak || failure.shownBy.length === 0 ? options.body : contextBody(options.body);
    const { kind: targetKind } = document.target;
    return [...exchangeText(exchange, { ...options, body, originMs, showsBreak, targetKind }), ''];
  });
  const left = all.length - shown.length;
  return left === 0
    ? lines
    : [...lines, options.style.dim(`… ${counted(left, 'more exchange')} in the JSON result`), ''];
}

/** Exchanges that only lead to the break show a third of what those show that show it. */
function contextBody({ characters, lines }: CutLimits): CutLimits {
  return { characters: Math.ceil(characters / 3), lines: Math.ceil(lines / 3) };
}

/** The exchanges that show the break, then the last others before the limit. */
function mostRelevant(all: readonly ExchangeRecord[], shownBy: readonly string[]): string[] {
  const shows = all.filter(({ id }) => shownBy.includes(id)).slice(0, maxExchanges);
  const others = all.filter(({ id }) => !shownBy.includes(id)).slice(-(maxExchanges - shows.length) || all.length);
  return [...shows, ...others].map(({ id }) => id);
}
