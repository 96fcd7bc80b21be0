import pLimit from 'p-limit';
import { type Harm, worstOf } from '../check/harm.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { mend } from '../repair/mend.ts';
import type { Repair } from '../repair/repair.ts';
import { curesOf } from './cures-of.ts';
import type { DecidedRule } from './decided-rule.ts';
import { evidenceOf } from './evidence-of.ts';
import { describeFix, type Fix, fixesOf } from './fix.ts';
import type { FoundCause } from './found-cause.ts';
import type { RuleTrial } from './rule-trial.ts';
import { type Claim, supported } from './supported-claims.ts';

export interface MeasuringOptions {
  /** In the order in which they are applied. */
  readonly repairs: readonly Repair[];
  readonly target: Parameters<typeof mend>[2];
  /** Rules that are judged again side by side. */
  readonly concurrency: number;
  /** How a red rule is judged again; undefined where it can't be. */
  trialOf(entry: DecidedRule): RuleTrial | undefined;
  /** Where a fix was needed among the answers of the run, and one of them. Default: nothing is known. */
  whereabouts?(fix: Fix): { readonly where: string | undefined; readonly example: Exchange | undefined };
}

/**
 * Checks failing rules again with repaired answers, and finds the causes that they have in common: a cause claims every rule that holds as soon as its one thing is fixed. The
 * active rules come first, because what they exchange with repaired answers shows what standing rules then do.
 */
export async function measureRepairs(
  suspects: readonly DecidedRule[],
  options: MeasuringOptions,
): Promise<readonly FoundCause[]> {
  const limit = pLimit(options.concurrency);
  const fixes = fixesOf(options.repairs);
  const claims: Claim[] = [];
  for (const kind of ['active', 'standing'] as const) {
    const found = suspects
      .filter(({ rule }) => rule.kind === kind)
      .map((entry) =>
        limit(async () => {
          const trial = options.trialOf(entry);
          const cures = trial === undefined ? [] : await curesOf(trial, fixes);
          return cures.map((cure) => ({ entry, cure }));
        }),
      );
    claims.push(...(await Promise.all(found)).flat());
  }
  return causesOf(supported(claims), options);
}

interface Claimed {
  readonly fixes: readonly Fix[];
  readonly claims: readonly Claim[];
}

/**
 * One cause for each fix that explains rules which no greater cause explains. Rules that need several fixes wait behind one that is a cause, or are a cause
 * together.
 */
function causesOf(claims: readonly Claim[], options: MeasuringOptions): readonly FoundCause[] {
  const groups = [...Map.groupBy(claims, ({ cure }) => keyOf(cure.fixes)).values()].flatMap((own): Claimed[] =>
    own[0] === undefined ? [] : [{ fixes: own[0].cure.fixes, claims: own }],
  );
  const bySize = groups.toSorted((one, other) => other.claims.length - one.claims.length);
  const owned = new Set<string>();
  const leading = bySize
    .filter(({ fixes }) => fixes.length === 1)
    .filter((group) => {
      const isNew = rulesOf(group).some((rule) => !owned.has(rule));
      for (const rule of rulesOf(group)) owned.add(rule);
      return isNew;
    });
  const behind = new Map<Claimed, string[]>();
  const alone: Claimed[] = [];
  for (const group of bySize.filter(({ fixes }) => fixes.length > 1)) {
    const first = leading.find(({ fixes: [fix] }) => fix !== undefined && group.fixes.includes(fix));
    if (first === undefined) alone.push(group);
    else behind.set(first, [...(behind.get(first) ?? []), ...rulesOf(group)]);
  }
  return [...leading, ...alone].flatMap((group) => causeOf(group, behind.get(group) ?? [], options));
}

function keyOf(fixes: readonly Fix[]): string {
  return fixes.map(({ id }) => id).join('+');
}

function rulesOf({ claims }: Claimed): readonly string[] {
  return claims.map(({ entry }) => entry.rule.id);
}

/** A cause that no exchange shows is none. */
function causeOf(
  group: Claimed,
  waiting: readonly string[],
  { target, whereabouts }: MeasuringOptions,
): readonly FoundCause[] {
  const acted = new Set(group.claims.flatMap(({ cure }) => [...cure.acted]));
  const parts = group.fixes.map((fix) => ({
    ...describeFix(fix, acted),
    ...(whereabouts?.(fix) ?? { where: undefined, example: undefined }),
  }));
  const repairs = group.fixes.flatMap((fix) => fix.repairs);
  const shownBy =
    group.claims.flatMap(({ entry }) => changedIn(entry, repairs, target))[0] ??
    parts.flatMap(({ example }) => example ?? [])[0];
  if (shownBy === undefined) return [];
  const harm: Harm = worstOf(parts.map((part) => part.harm));
  return [
    {
      id: parts.map(({ id }) => id).join('+'),
      kind: 'repair',
      sentence: sentenceOf(parts),
      harm,
      proved: true,
      shownBy,
      rules: rulesOf(group),
      ...(waiting.length === 0 ? {} : { waiting }),
    },
  ];
}

function sentenceOf(parts: readonly { readonly sentence: string; readonly where: string | undefined }[]): string {
  const sentences = parts.flatMap(({ sentence, where }) => [sentence, where ?? []].flat()).join(' ');
  return parts.length === 1 ? sentences : `Together: ${sentences}`;
}

/** The exchanges of a rule that one of the repairs changes. */
function changedIn(
  entry: DecidedRule,
  repairs: readonly Repair[],
  target: MeasuringOptions['target'],
): readonly Exchange[] {
  return evidenceOf(entry).filter((exchange) => mend(exchange, repairs, target).repaired !== undefined);
}
