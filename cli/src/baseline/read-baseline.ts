import type { Baseline } from '@gateproof/harness';
import { baselineSchema } from '@gateproof/spec';
import { readCheckedYaml } from '../read-checked-yaml.ts';
import { UsageError } from '../usage-error.ts';

/** Reads and checks a baseline. Throws `UsageError` with file, line and column, also for a rule that stands in it twice. */
export function readBaseline(path: string): Baseline {
  const baseline = readCheckedYaml<Baseline>(path, baselineSchema(), 'baseline');
  const rules = baseline.entries.map(({ rule }) => rule);
  const twice = rules.find((rule, place) => rules.indexOf(rule) !== place);
  if (twice !== undefined) throw new UsageError(`${path}: the baseline names ${twice} twice; keep one entry`);
  return baseline;
}
