import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Effort, openTarget, type ResultDocument, runSuite, type TargetOptions } from '@gateproof/harness';
import { type Behaviour, createSimulator } from '@gateproof/simulator';
import { defaultPrefix, loadRules } from '@gateproof/spec';
import { gatewaySuite } from '@gateproof/suites';
import { wireByHand } from './wire-by-hand.ts';

/** What a gateway comes with: a URL and a key alone, what its implementer wired by hand (of text models alone, or all), or the testbed protocol. */
export const ways = ['url', 'text', 'static', 'testbed'] as const;
export type Way = (typeof ways)[number];

export interface RunWiredOptions {
  readonly way: Way;
  readonly seed: number;
  readonly effort: Effort;
  /** Ids of rules. Default: all of the gateway's. */
  readonly only?: readonly string[];
}

/** Wired models are few, and each is held by one case at a time. */
const concurrency: Readonly<Record<Way, number>> = { url: 8, text: 1, static: 1, testbed: 8 };
/** Even on a busy machine a whole run takes less. */
const runLimitMs = 600_000;
const requestTimeoutMs = 5_000;

const catalogue = loadRules().filter(({ party }) => party === 'gateway');

/** Runs the gateway suite against a simulator of this behaviour that is treated as a stranger, with no more than what it comes with. */
export async function runWired(
  behaviour: Behaviour,
  { way, seed, effort, only }: RunWiredOptions,
): Promise<ResultDocument> {
  const folder = await mkdtemp(join(tmpdir(), 'gateproof-wired-'));
  const simulator = createSimulator({ behaviour });
  try {
    const baseUrl = await simulator.listen();
    const target = await openTarget({
      kind: 'url',
      baseUrl,
      prefix: defaultPrefix,
      key: simulator.defaultKey,
      testbedUrl: undefined,
      testbedToken: undefined,
      headers: [],
      tls: {},
      requestTimeoutMs,
      model: 'gateproof/echo',
      runId: 'wired',
      arguments: [],
      ...(await comesWith(way, baseUrl, join(folder, 'ca.pem'))),
    });
    try {
      return await runSuite({
        target,
        suite: gatewaySuite,
        rules: only === undefined ? catalogue : catalogue.filter(({ id }) => only.includes(id)),
        catalogue,
        toolVersion: 'wired',
        runId: 'wired',
        seed,
        effort,
        shrinkLimitMs: 200,
        runLimitMs,
        concurrency: concurrency[way],
      });
    } finally {
      await target.close();
    }
  } finally {
    await simulator.close();
    await rm(folder, { recursive: true });
  }
}

async function comesWith(way: Way, baseUrl: string, caFile: string): Promise<Partial<TargetOptions>> {
  if (way === 'testbed') return { testbedUrl: `${baseUrl}/_testbed/v1` };
  if (way === 'url') return {};
  const wired = await wireByHand(baseUrl, caFile);
  const texts = wired.models.filter(({ modality }) => modality === 'text');
  const staticProfile = way === 'text' ? { ...wired, models: texts, webhooks: [] } : wired;
  return { key: staticProfile.keys.default, staticProfile };
}
