import pLimit from 'p-limit';
import type { Exchange } from '../exchange/exchange.ts';
import { mend } from '../repair/mend.ts';
import type { Repair } from '../repair/repair.ts';
import type { DecidedRule } from './decided-rule.ts';
import { evidenceOf } from './evidence-of.ts';
import type { FoundCause } from './found-cause.ts';
import type { RuleTrial } from './rule-trial.ts';
import { smallestCure } from './smallest-cure.ts';

export interface MeasuringOptions {
  /** In the order in which they are applied. */
  readonly repairs: readonly Repair[];
  readonly target: Parameters<typeof mend>[2];
  /** Rules that are judged again side by side. */
  readonly concurrency: number;
  /** How a red rule is judged again; undefined where it can't be. */
  trialOf(entry: DecidedRule): RuleTrial | undefined;
}

interface Suspect {
  readonly entry: DecidedRule;
  readonly trial: RuleTrial;
  /** The repairs that changed an answer in the case in which the rule held. */
  readonly acting: readonly Repair[];
}

/**
 * Judges red rules again with repaired answers, and finds which repairs each of them needs: first with all repairs at once, then, where it
 * holds, with fewer. A rule that does not hold with all repairs is broken in itself, and has no cause here.
 */
export async function measureRepairs(
  suspects: readonly DecidedRule[],
  { repairs, target, concurrency, trialOf }: MeasuringOptions,
): Promise<FoundCause[]> {
  const limit = pLimit(concurrency);
  const held = (
    await Promise.all(
      suspects.map((entry) =>
        limit(async (): Promise<readonly Suspect[]> => {
          const trial = trialOf(entry);
          if (trial === undefined) return [];
          const { holds, acted } = await trial.once(repairs);
          return holds && acted.size > 0 ? [{ entry, trial, acting: repairs.filter(({ id }) => acted.has(id)) }] : [];
        }),
      ),
    )
  ).flat();
  const rank = (repair: Repair) => held.filter(({ acting }) => acting.includes(repair)).length;
  const cured = await Promise.all(
    held.map(({ entry, trial, acting }) =>
      limit(async () => {
        const ranked = acting.toSorted((one, other) => rank(other) - rank(one));
        const cure = await smallestCure(trial, ranked);
        return cure === undefined ? [] : [{ entry, cure: repairs.filter((repair) => cure.includes(repair)) }];
      }),
    ),
  );
  const byCure = Map.groupBy(cured.flat(), ({ cure }) => cure.map(({ id }) => id).join('+'));
  return [...byCure].flatMap(([id, entries]) => {
    const cure = entries[0]?.cure ?? [];
    const shownBy = entries.flatMap(({ entry }) => changedBy(entry, cure, target))[0];
    return { id, kind: 'repair', sentence: sentenceOf(cure), proved: true, shownBy, rules: rulesOf(entries) };
  });
}

function rulesOf(entries: readonly { readonly entry: DecidedRule }[]): readonly string[] {
  return entries.map(({ entry }) => entry.rule.id);
}

function sentenceOf(cure: readonly Repair[]): string {
  const sentences = cure.map(({ sentence }) => sentence).join(' ');
  return cure.length === 1 ? sentences : `Together: ${sentences}`;
}

/** The exchanges of a rule that each repair of the cure has a part in changing. */
function changedBy(
  entry: DecidedRule,
  cure: readonly Repair[],
  target: MeasuringOptions['target'],
): readonly Exchange[] {
  return evidenceOf(entry).filter((exchange) => mend(exchange, cure, target).repaired !== undefined);
}
