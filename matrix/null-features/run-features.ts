import { referenceBehaviour } from '@gateproof/simulator';
import { loadRules } from '@gateproof/spec';
import { scriptOptions } from '../../repository/script-options.ts';
import { judgeAll } from '../judge-all.ts';
import { runUnder } from '../run-under.ts';
import { areaOf, sampleByArea } from '../sample-by-area.ts';
import { type FeatureRow, judgeFeature } from './judge-feature.ts';
import { isNamed, type NullFeature } from './null-feature.ts';
import { nullFeatures } from './null-features.ts';

/**
 * Runs the whole suite against simulators without one feature each: no rule about the feature may pass, no rule about another may turn red.
 * Options: `--only <id prefix>` (repeatable), `--sample N` for so many, drawn by `--sample-seed N` (default 1) so that every area of rules has its
 * share, `--own` only the rules about the feature, `--seed N`, `--parallel N` runs at once (default 1),
 * `--standard` all cases (default: a third). Prints a line for each feature that came out otherwise, then the count; exits 1 when any did.
 */
const values = scriptOptions({
  only: { type: 'string', multiple: true, default: [''] },
  seed: { type: 'string', default: '42' },
  parallel: { type: 'string', default: '1' },
  sample: { type: 'string' },
  'sample-seed': { type: 'string', default: '1' },
  own: { type: 'boolean', default: false },
  standard: { type: 'boolean', default: false },
});

/** Some features are waited for at length where they are not there. */
const runLimitMs = 600_000;
const gatewayRules = loadRules()
  .filter(({ party }) => party === 'gateway')
  .map(({ id }) => id);
const selected = nullFeatures.filter(({ id }) => values.only.some((prefix) => id.startsWith(prefix)));
const chosen = sampleByArea(selected, {
  count: Number(values.sample ?? selected.length),
  seed: Number(values['sample-seed']),
  areaOf: ({ rules: [rule = ''] }) => areaOf(rule),
});
const isFine = ({ unearned, reddened }: FeatureRow) => unearned.length === 0 && reddened.length === 0;
const { rows, judgedAgain } = await judgeAll<NullFeature, FeatureRow>(chosen, {
  parallel: Number(values.parallel),
  judge: async (feature) =>
    judgeFeature(
      feature,
      await runUnder(feature.takeOut(referenceBehaviour), Number(values.seed), {
        effort: values.standard ? 'standard' : 'quick',
        runLimitMs,
        ...(values.own ? { only: gatewayRules.filter((rule) => isNamed(rule, feature.rules)) } : {}),
      }),
    ),
  isFine,
  onOdd: (row, isAlone) => process.stdout.write(`${lineOf(row)}${isAlone ? '' : '  (judged again)'}\n`),
});
const odd = rows.filter((row) => !isFine(row));
process.stdout.write(
  `${rows.length} features taken out, ${judgedAgain} judged again, ${odd.length} as they should not be\n`,
);
process.exitCode = odd.length === 0 ? 0 : 1;

function lineOf({ feature, unearned, reddened }: FeatureRow): string {
  const list = (rules: readonly string[]) => (rules.length === 0 ? 'none' : rules.join(' '));
  return `${feature}  passed unearned: ${list(unearned)}  turned red: ${list(reddened)}`;
}
