import type { Rule } from '@gateproof/spec';
import type { RuleExample } from '@gateproof/suites';
import { badClients } from '../clients/deviations/index.ts';
import { judgeClient } from '../clients/judge-client.ts';
import { referenceClient } from '../clients/reference-client.ts';
import { exampleOf } from './example-of.ts';

/** The example of a client's rule, from the first known-bad client that breaks it, beside the client that keeps all rules. */
export async function clientExample({ id }: Rule): Promise<RuleExample | undefined> {
  const bad = badClients.find((one) => one.id.split(':')[0] === id);
  if (bad === undefined) return undefined;
  const broken = await judgeClient({ ...referenceClient, ...bad.changes }, [id]);
  const kept = await judgeClient(referenceClient, [id]);
  return exampleOf(id, bad, { broken, kept });
}
