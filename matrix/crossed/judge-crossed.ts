import { type Effort, openTarget, type RuleRecord, runSuite } from '@gateproof/harness';
import { defaultPrefix, loadRules } from '@gateproof/spec';
import { gatewaySuite } from '@gateproof/suites';
import { PlayingProxy } from '../proxied/playing-proxy.ts';
import { Crossing } from './crossing.ts';
import { DeliveryRelay } from './delivery-relay.ts';
import { Memory } from './memory.ts';
import type { Mutant } from './mutants.ts';

const catalogue = loadRules().filter(({ party }) => party === 'gateway');

/** What the suite said of a mutant. */
export interface Findings {
  readonly failed: readonly RuleRecord[];
  readonly warned: readonly RuleRecord[];
  /** How many messages were changed. */
  readonly played: number;
}

/** Judges a mutant of the gateway by the rules of some areas; by all without them. */
export async function judgeCrossed(
  gateway: string,
  mutant: Mutant,
  {
    areas,
    effort,
    runLimitMs,
  }: { readonly areas?: readonly string[]; readonly effort: Effort; readonly runLimitMs: number },
): Promise<Findings> {
  const memory = new Memory();
  const relay = await DeliveryRelay.open(mutant, memory);
  const crossing = new Crossing(mutant, memory, relay);
  const proxy = await PlayingProxy.open(gateway, crossing);
  const target = await openTarget({
    ...{ kind: 'url', baseUrl: proxy.url, prefix: defaultPrefix, key: '', testbedUrl: `${proxy.url}/testbed` },
    ...{
      testbedToken: undefined,
      headers: [],
      tls: {},
      requestTimeoutMs: 5_000,
      model: undefined,
      runId: 'crossed',
      arguments: [],
    },
  });
  const rules = areas === undefined ? catalogue : catalogue.filter(({ area }) => areas.includes(area));
  const run = {
    suite: gatewaySuite,
    rules,
    catalogue,
    toolVersion: 'crossed',
    runId: 'crossed',
    seed: 42,
    concurrency: 16,
  };
  try {
    const document = await runSuite({ target, ...run, effort, runLimitMs, shrinkLimitMs: 200, comebackMs: 5_000 });
    const of = (...verdicts: readonly string[]) => document.rules.filter(({ verdict }) => verdicts.includes(verdict));
    return { failed: of('fail', 'flaky'), warned: of('warn'), played: crossing.played };
  } finally {
    await target.close();
    await proxy.close();
    await relay.close();
  }
}
