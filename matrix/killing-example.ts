import type { ResultDocument } from '@gateproof/harness';
import { gatewaySuite } from '@gateproof/suites';

/** An example is recognised by its beginning. */
const mostCharacters = 300;

/** The example of a check by which a rule failed, in JSON; undefined where it did not fail, or by a case that was drawn. */
export function killingExample(rule: string, { rules }: Pick<ResultDocument, 'rules'>): string | undefined {
  const found = rules.find((record) => record.rule === rule)?.failure?.case;
  const check = gatewaySuite.checks.find((one) => one.rule === found?.check);
  const example = check?.examples?.[Number.parseInt(found?.path ?? '', 10)];
  return example === undefined ? undefined : JSON.stringify(example).slice(0, mostCharacters);
}
