import { type Harm, worstOf } from '../check/harm.ts';
import type { Repair } from '../repair/repair.ts';

/** One thing to fix in the answers of a target: a repair, or all those of a family. */
export interface Fix {
  readonly id: string;
  readonly repairs: readonly Repair[];
}

/** The fixes that these repairs are, in their order. */
export function fixesOf(repairs: readonly Repair[]): readonly Fix[] {
  const byId = Map.groupBy(repairs, ({ id, family }) => family?.of.id ?? id);
  return [...byId].map(([id, own]) => ({ id, repairs: own }));
}

/** What is wrong where these repairs of a fix changed answers: its id, sentence and harm. */
export function describeFix(
  { id, repairs }: Fix,
  acted: ReadonlySet<string>,
): { readonly id: string; readonly sentence: string; readonly harm: Harm } {
  const acting = repairs.filter((repair) => acted.has(repair.id));
  const [first, ...others] = acting.length === 0 ? repairs : acting;
  const harm = worstOf(acting.map((repair) => repair.harm ?? 'shape'));
  if (first === undefined) throw new Error(`the fix ${id} has no repair`);
  if (others.length === 0 || first.family === undefined) return { id: first.id, sentence: first.sentence, harm };
  const fields = acting.flatMap(({ family }) => family?.field ?? []);
  return { id, sentence: first.family.of.sentence(fields), harm };
}
