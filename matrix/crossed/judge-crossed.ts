import { type Effort, openTarget, type RuleRecord, runSuite } from '@gateproof/harness';
import { defaultPrefix, loadRules, type Rule } from '@gateproof/spec';
import { gatewaySuite } from '@gateproof/suites';
import type { MessagePlayer } from '../proxied/message-player.ts';
import { PlayingProxy } from '../proxied/playing-proxy.ts';
import { startPythonGateway } from '../proxied/python-gateway.ts';
import { Crossing } from './crossing.ts';
import { DeliveryRelay } from './delivery-relay.ts';
import { Memory } from './memory.ts';
import type { Mutant } from './mutants.ts';
import { Scout } from './scout.ts';

/** Every rule of gateways. */
export const catalogue: readonly Rule[] = loadRules().filter(({ party }) => party === 'gateway');

/** What the suite said of a mutant. */
export interface Findings {
  readonly failed: readonly RuleRecord[];
  readonly warned: readonly RuleRecord[];
  /** What could not be decided, on a busy machine for the most part. */
  readonly undecided: readonly RuleRecord[];
  /** How many messages were changed. */
  readonly played: number;
}

interface Judging {
  readonly rules: readonly Rule[];
  readonly effort: Effort;
  readonly runLimitMs: number;
  /** Whether this red rule is all that need be known. */
  readonly isEnough?: (record: RuleRecord) => boolean;
}

/** Judges a mutant of the gateway. */
export async function judgeCrossed(mutant: Mutant, judging: Judging): Promise<Findings> {
  const gateway = await startPythonGateway();
  const memory = new Memory();
  const relay = await DeliveryRelay.open(mutant, memory);
  const crossing = new Crossing(mutant, memory, relay);
  try {
    const rules = await judgePlayed(gateway.url, crossing, judging);
    const of = (...verdicts: readonly string[]) => rules.filter(({ verdict }) => verdicts.includes(verdict));
    const undecided = of('inconclusive', 'blocked', 'error');
    return { failed: of('fail', 'flaky'), warned: of('warn'), undecided, played: crossing.played };
  } finally {
    await relay.close();
    gateway.close();
  }
}

/** The mutants that would find a message to change; those of deliveries are taken to. */
export async function playedOf(mutants: readonly Mutant[]): Promise<readonly Mutant[]> {
  const gateway = await startPythonGateway();
  const scouted = mutants.map((mutant) => ({ mutant, crossing: new Crossing(mutant, new Memory()) }));
  const scout = new Scout(scouted.map(({ crossing }) => crossing));
  await judgePlayed(gateway.url, scout, { rules: catalogue, effort: 'quick', runLimitMs: 400_000 });
  gateway.close();
  const isPlayed = ({ mutant, crossing }: (typeof scouted)[number]) =>
    crossing.played > 0 || mutant.place.route === 'delivery';
  return scouted.filter(isPlayed).map(({ mutant }) => mutant);
}

async function judgePlayed(gateway: string, player: MessagePlayer, judging: Judging): Promise<readonly RuleRecord[]> {
  const { isEnough, ...more } = judging;
  const proxy = await PlayingProxy.open(gateway, player);
  const target = await openTarget({
    ...{ kind: 'url', baseUrl: proxy.url, prefix: defaultPrefix, key: '', testbedUrl: `${proxy.url}/testbed` },
    ...{ testbedToken: undefined, headers: [], tls: {}, requestTimeoutMs: 5_000, model: undefined },
    ...{ runId: 'crossed', arguments: [] },
  });
  const run = { suite: gatewaySuite, catalogue, toolVersion: 'crossed', runId: 'crossed', seed: 42 };
  const over = new AbortController();
  const seen: RuleRecord[] = [];
  const onRule = (record: RuleRecord) => {
    if (record.verdict !== 'fail' || isEnough?.(record) !== true) return;
    seen.push(record);
    over.abort();
  };
  const limits = { concurrency: 16, shrinkLimitMs: 200, comebackMs: 5_000, signal: over.signal, listener: { onRule } };
  try {
    const document = await runSuite({ target, ...run, ...more, ...limits });
    return [...seen, ...document.rules.filter(({ rule }) => !seen.some((one) => one.rule === rule))];
  } finally {
    await target.close();
    await proxy.close();
  }
}
