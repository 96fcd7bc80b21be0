import { applyRuleSet, type ResultDocument } from '@gateproof/harness';
import { isProvisional, loadRules } from '@gateproof/spec';

/** The document under a rule set: what is newer in the catalogue is provisional. */
export function withRuleSet(document: ResultDocument, id: string, strict = false): ResultDocument {
  const newer = loadRules().filter((rule) => isProvisional(rule, id));
  return applyRuleSet(document, { id, strict, provisional: new Set(newer.map((rule) => rule.id)) });
}
