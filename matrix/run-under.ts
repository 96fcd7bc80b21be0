import { openTarget, type ResultDocument, runSuite } from '@gateproof/harness';
import { type Behaviour, createSimulator } from '@gateproof/simulator';
import { loadRules } from '@gateproof/spec';
import { gatewaySuite } from '@gateproof/suites';

const catalogue = loadRules().filter(({ party }) => party === 'gateway');

/** Runs the gateway suite against a simulator of this behaviour: the whole, or the rules of some areas. */
export async function runUnder(behaviour: Behaviour, seed: number, areas?: readonly string[]): Promise<ResultDocument> {
  const simulator = createSimulator({ behaviour });
  const baseUrl = await simulator.listen();
  const target = await openTarget({
    kind: 'simulator',
    baseUrl,
    prefix: 'svc',
    key: simulator.defaultKey,
    testbedUrl: `${baseUrl}/_testbed/v1`,
    testbedToken: undefined,
    headers: [],
    tls: {},
    requestTimeoutMs: 3_000,
    model: undefined,
    runId: 'matrix',
    arguments: [],
  });
  try {
    return await runSuite({
      target,
      suite: gatewaySuite,
      rules: areas === undefined ? catalogue : catalogue.filter(({ area }) => areas.includes(area)),
      catalogue,
      toolVersion: 'matrix',
      runId: 'matrix',
      seed,
      shrinkLimitMs: 200,
      runLimitMs: 120_000,
    });
  } finally {
    await target.close();
    await simulator.close();
  }
}
