import { type Effort, openTarget, type ResultDocument, runSuite, type Shard } from '@gateproof/harness';
import { type Behaviour, createSimulator } from '@gateproof/simulator';
import { defaultPrefix, loadRules, type Rule } from '@gateproof/spec';
import { gatewaySuite } from '@gateproof/suites';
import { serveReplicas } from './serve-replicas.ts';

const catalogue = loadRules().filter(({ party }) => party === 'gateway');

/** What of the suite is run, and under which service prefix. Default: all of it, `svc`. */
export interface RunUnderOptions {
  /** The rules of these areas, … */
  readonly areas?: readonly string[];
  /** … and these ones, whatever their areas. */
  readonly only?: readonly string[];
  /** Standing rules among them get donors where nothing else shows them at work, as with `--only`. Default false. */
  readonly hasDonors?: boolean;
  readonly prefix?: string;
  /** Default `standard`. */
  readonly effort?: Effort;
  /** Default 5 minutes: the machine may have other work. */
  readonly runLimitMs?: number;
  /** At how many addresses the simulator listens; the requests of a case go round them. Default 1. */
  readonly addresses?: number;
  /** Default 3 seconds. */
  readonly requestTimeoutMs?: number;
  /** The part of the run that is decided here. Default: all of it. */
  readonly shard?: Shard;
  /** Starts what stands before the simulator, given its base URL. Default: nothing. */
  readonly before?: (baseUrl: string) => Promise<StandsBefore>;
}

/** What requests reach in place of the simulator; its testbed is reached as before. */
export interface StandsBefore {
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** Runs the gateway suite against a simulator of this behaviour: the whole, or the rules of some areas. */
export async function runUnder(
  behaviour: Behaviour,
  seed: number,
  {
    addresses: count = 1,
    areas,
    only,
    hasDonors = false,
    effort = 'standard',
    prefix = defaultPrefix,
    runLimitMs = 300_000,
    requestTimeoutMs = 3_000,
    shard,
    before,
  }: RunUnderOptions = {},
): Promise<ResultDocument> {
  const simulator = createSimulator({ behaviour, prefix });
  const { addresses, close } = await serveReplicas(simulator, count);
  const [baseUrl = '', ...replicas] = addresses;
  const standing = await before?.(baseUrl);
  const isWanted = ({ id, area }: Rule) =>
    (areas === undefined && only === undefined) || areas?.includes(area) === true || only?.includes(id) === true;
  const target = await openTarget({
    kind: 'simulator',
    baseUrl: standing?.baseUrl ?? baseUrl,
    replicas,
    prefix,
    key: simulator.defaultKey,
    testbedUrl: `${baseUrl}/_testbed/v1`,
    testbedToken: undefined,
    headers: [],
    tls: {},
    requestTimeoutMs,
    model: undefined,
    runId: 'matrix',
    arguments: [],
  });
  try {
    return await runSuite({
      target,
      suite: gatewaySuite,
      rules: catalogue.filter(isWanted),
      catalogue,
      toolVersion: 'matrix',
      runId: 'matrix',
      seed,
      effort,
      shrinkLimitMs: 200,
      runLimitMs,
      ...(shard === undefined ? {} : { shard }),
      ...(hasDonors && only !== undefined ? { only } : {}),
    });
  } finally {
    await target.close();
    await standing?.close();
    await close();
    await simulator.close();
  }
}
