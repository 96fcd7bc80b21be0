import { applyBaseline, type Baseline, type ResultDocument } from '@gateproof/harness';
import { loadRules, type Party } from '@gateproof/spec';

/** The document with the known failures of a baseline, whose entries may name any rule of the party. */
export function withBaseline(
  document: ResultDocument,
  baseline: Baseline,
  party: Party,
  strict = false,
): ResultDocument {
  const catalogue = new Set(
    loadRules()
      .filter((rule) => rule.party === party)
      .map(({ id }) => id),
  );
  return applyBaseline(document, baseline, { strict, catalogue });
}
