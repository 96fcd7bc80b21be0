import { type Effort, openTarget, type ResultDocument, type RuleRecord, runSuite } from '@gateproof/harness';
import type { createSimulator as CreateSimulator } from '@gateproof/simulator';
import { defaultPrefix, loadRules, type Rule } from '@gateproof/spec';
import { gatewaySuite } from '@gateproof/suites';

/** All that binds a gateway. */
export const catalogue: readonly Rule[] = loadRules().filter(({ party }) => party === 'gateway');

export interface SuiteRunOptions {
  /** Of the mutated copy. */
  readonly createSimulator: typeof CreateSimulator;
  readonly rules: readonly Rule[];
  readonly effort: Effort;
  readonly concurrency: number;
  onRule(record: RuleRecord): void;
  /** Ends the run early. */
  readonly signal?: AbortSignal;
}

/** Runs rules of the gateway suite against a fresh simulator. */
export async function suiteRun(options: SuiteRunOptions): Promise<ResultDocument> {
  const { createSimulator, rules, effort, concurrency, onRule, signal } = options;
  const simulator = createSimulator({});
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
    runId: 'mutant',
    arguments: [],
  });
  try {
    return await runSuite({
      target,
      suite: gatewaySuite,
      rules,
      catalogue,
      toolVersion: 'mutant',
      runId: 'mutant',
      seed: 1,
      effort,
      concurrency,
      shrinkLimitMs: 1,
      runLimitMs: 90_000,
      listener: { onRule },
      ...(signal === undefined ? {} : { signal }),
    });
  } finally {
    await target.close();
    await simulator.close();
  }
}
