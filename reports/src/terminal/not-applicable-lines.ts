import type { ResultDocument, RuleRecord } from '@gateproof/harness';
import { capped } from '../text/capped.ts';
import { counted } from '../text/cut-text.ts';
import { cutToWidth, wrapped } from '../text/fit-text.ts';
import { indented } from '../text/labelled.ts';
import type { Page } from '../text/page.ts';
import { visibleText } from '../text/visible-text.ts';

const indent = 2;

/** Rules that were not applicable, one line for each capability that is missing and for each other reason. */
export function notApplicableLines(document: ResultDocument, page: Page): string[] {
  const records = document.rules.filter(({ verdict }) => verdict === 'not-applicable');
  if (records.length === 0) return [];
  const byReason = [
    ...Map.groupBy(
      records.filter(({ missing = [] }) => missing.length === 0),
      ({ reason = 'no reason recorded' }) => reason,
    ),
  ];
  const lines = [
    ...missingCapabilities(records).map(capabilityLine),
    ...capped(byReason, 'reason', page, ([reason, same]) => reasonLines(reason, same, page)),
  ];
  return [`${counted(records.length, 'rule')} not applicable:`, ...indented(lines, indent)].map(page.style.dim);
}

function capabilityLine({ capability, rules, alone }: MissingCapability): string {
  const only = alone === 0 ? '' : `; adding it alone unlocks ${alone}`;
  return `${capability.padEnd(15)} needed by ${counted(rules, 'rule')}${only}`;
}

function reasonLines(reason: string, records: readonly RuleRecord[], { width, verbose }: Page): string[] {
  const text = `${counted(records.length, 'rule')}: ${visibleText(reason)}`;
  if (!verbose) return [cutToWidth(text, width - indent)];
  const names = records.map(({ rule }) => rule).join(', ');
  return [...wrapped(text, width - indent), ...indented(wrapped(names, width - 2 * indent), indent)];
}

interface MissingCapability {
  readonly capability: string;
  readonly rules: number;
  /** Rules that need nothing else. */
  readonly alone: number;
}

/** How many rules each missing capability leaves out, the most first. A rule that needs several counts for each. */
function missingCapabilities(records: readonly RuleRecord[]): MissingCapability[] {
  const needs = records.flatMap(({ missing = [] }) =>
    missing.map((capability) => ({ capability, isAlone: missing.length === 1 })),
  );
  return [...Map.groupBy(needs, ({ capability }) => capability)]
    .map(([capability, all]) => ({ capability, rules: all.length, alone: all.filter(({ isAlone }) => isAlone).length }))
    .sort((one, other) => other.rules - one.rules);
}
