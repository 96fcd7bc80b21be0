import { type Deviation, deviations } from '@gateproof/deviations';
import { openTarget, type ResultDocument, type RunOptions, replayRule, runSuite } from '@gateproof/harness';
import { type Behaviour, createSimulator, referenceBehaviour } from '@gateproof/simulator';
import { defaultPrefix, loadRules, type Rule } from '@gateproof/spec';
import { gatewaySuite, type RuleExample } from '@gateproof/suites';
import { donorsOf } from './donors.ts';
import { exampleOf } from './example-of.ts';

const catalogue = loadRules().filter(({ party }) => party === 'gateway');
const seed = 42;
const mostDeviations = 4;

/** The example of a gateway's rule, from the first deviation of it that shows: its smallest case, and the same case on the reference. */
export async function gatewayExample(rule: Rule): Promise<RuleExample | undefined> {
  for (const deviation of deviationsOf(rule).slice(0, mostDeviations)) {
    const broken = await onSimulator(deviation.apply(referenceBehaviour), rule, (options) => runSuite(options));
    const where = broken.rules.find((record) => record.rule === rule.id)?.failure?.case;
    if (where === undefined) continue;
    const kept = await onSimulator(referenceBehaviour, rule, (options) => replayRule(options, rule, where));
    const example = exampleOf(rule, deviation, { broken, kept });
    if (example !== undefined) return example;
  }
  return undefined;
}

/** The plain one first. */
function deviationsOf({ id }: Rule): readonly Deviation[] {
  return deviations.filter(({ breaks }) => breaks === id).sort((one, other) => one.id.length - other.id.length);
}

async function onSimulator(
  behaviour: Behaviour,
  rule: Rule,
  run: (options: RunOptions) => Promise<ResultDocument>,
): Promise<ResultDocument> {
  const simulator = createSimulator({ behaviour });
  const baseUrl = await simulator.listen();
  const target = await openTarget({
    kind: 'simulator',
    baseUrl,
    prefix: defaultPrefix,
    key: simulator.defaultKey,
    testbedUrl: `${baseUrl}/_testbed/v1`,
    testbedToken: undefined,
    headers: [],
    tls: {},
    requestTimeoutMs: 3_000,
    model: undefined,
    runId: 'example',
    arguments: [],
  });
  const donors = donorsOf(rule, catalogue);
  const rules = [rule, ...donors];
  try {
    return await run({
      target,
      suite: gatewaySuite,
      rules,
      // No further donors: all that a run needs is named.
      catalogue: rules,
      toolVersion: 'example',
      runId: 'example',
      seed,
      effort: 'quick',
      shrinkLimitMs: 500,
      runLimitMs: 60_000,
    });
  } finally {
    await target.close();
    await simulator.close();
  }
}
