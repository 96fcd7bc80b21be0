import { openTarget, runSuite, type Verdict } from '@gateproof/harness';
import { defaultPrefix, loadRules } from '@gateproof/spec';
import { gatewaySuite } from '@gateproof/suites';

const catalogue = loadRules().filter(({ party }) => party === 'gateway');
const runLimitMs = 180_000;

/** What one rule comes to on a gateway with a testbed under `/testbed`; a standing rule is judged by the checks of its area, and one about errors, which come from everywhere, by all. */
export async function judgeProxied(baseUrl: string, rule: string): Promise<Verdict | undefined> {
  const [meant] = catalogue.filter(({ id }) => id === rule);
  const rules =
    meant?.kind === 'standing'
      ? catalogue.filter(({ area }) => area === meant.area || meant.area === 'error')
      : [meant].filter((one) => one !== undefined);
  const target = await openTarget({
    kind: 'url',
    baseUrl,
    prefix: defaultPrefix,
    key: '',
    testbedUrl: `${baseUrl}/testbed`,
    testbedToken: undefined,
    headers: [],
    tls: {},
    requestTimeoutMs: 5_000,
    model: undefined,
    runId: 'proxied',
    arguments: [],
  });
  const run = { suite: gatewaySuite, rules, catalogue, toolVersion: 'proxied', runId: 'proxied', seed: 42 };
  try {
    const document = await runSuite({ target, ...run, effort: 'quick', runLimitMs, shrinkLimitMs: 200 });
    return document.rules.find((record) => record.rule === rule)?.verdict;
  } finally {
    await target.close();
  }
}
