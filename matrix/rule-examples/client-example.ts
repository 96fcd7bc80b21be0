import { loadRules, type Rule } from '@gateproof/spec';
import type { RuleExample } from '@gateproof/suites';
import { badClients } from '../clients/deviations/index.ts';
import { judgeClient } from '../clients/judge-client.ts';
import { referenceClient } from '../clients/reference-client.ts';
import { donorsOf } from './donors.ts';
import { exampleOf } from './example-of.ts';

const catalogue = loadRules().filter(({ party }) => party === 'client');

/** The example of a client's rule, from the first known-bad client that breaks it, beside the client that keeps all rules. */
export async function clientExample(rule: Rule): Promise<RuleExample | undefined> {
  const { id } = rule;
  const bad = badClients.find((one) => one.id.split(':')[0] === id);
  if (bad === undefined) return undefined;
  const judged = [id, ...donorsOf(rule, catalogue).map((donor) => donor.id)];
  const broken = await judgeClient({ ...referenceClient, ...bad.changes }, judged);
  const kept = await judgeClient(referenceClient, judged);
  return exampleOf(rule, bad, { broken, kept });
}
