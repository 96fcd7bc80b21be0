import type { Capability } from '@gateproof/spec';
import { openUpstreamServer } from '@gateproof/upstreams';
import { BudgetedClient } from '../budget/budgeted-client.ts';
import { BudgetSpent, RequestBudget } from '../budget/request-budget.ts';
import { isLoopback } from '../check/guarded.ts';
import { type RunClock, startRunClock } from '../clock/run-clock.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { headerVariable } from '../exchange/header-variable.ts';
import { realClients } from '../exchange/real-clients.ts';
import { createExchangeIds, createRecorder } from '../exchange/recorder.ts';
import { RecordingClient, type TlsMaterial } from '../exchange/recording-client.ts';
import { createRedactor, type Redactor } from '../exchange/redact.ts';
import type { DescribedRoutes } from '../exchange/target-path.ts';
import { Receiver } from '../receiver/receiver.ts';
import { type Difference, repairsOf } from '../repair/difference.ts';
import type { TargetRecord } from '../result/result-document.ts';
import { ConnectionLosses } from '../run/connection-losses.ts';
import { CrashLedger } from '../run/crash-ledger.ts';
import { Pace } from '../run/pace.ts';
import { Patience } from '../run/patience.ts';
import type { ReachedTarget } from '../run/run-options.ts';
import { bareTestbed } from '../testbed/bare-testbed.ts';
import { openProtocolTestbed } from '../testbed/protocol/protocol-testbed.ts';
import type { StaticProfile } from '../testbed/static/static-profile.ts';
import { openStaticTestbed } from '../testbed/static/static-testbed.ts';
import { ClassUses } from '../world/class-uses.ts';
import { askPlainly, openWorld } from '../world/open-world.ts';
import type { RunMeans } from '../world/run-means.ts';
import { TextModels } from '../world/text-models.ts';
import { Awaiting, type Wait } from './awaiting.ts';
import { type Closers, closingOnFailure } from './closers.ts';
import { onLoopback, type ReachableAt } from './launch/reachable-at.ts';
import { portTrouble } from './port-trouble.ts';
import { type Probe, reach, reachLimitMs, UnreachableError } from './reach.ts';
import type { NamedTarget } from './remedy-for.ts';
import { smokeTest } from './smoke-test.ts';
import { steadyProbe } from './steady-probe.ts';
import { misreadNote } from './unread-body.ts';

/** How a target is reached; complete. */
export interface TargetOptions {
  readonly kind: TargetRecord['kind'];
  /** Without a trailing slash and without `/v1`. */
  readonly baseUrl: string;
  /** Base URLs of further replicas: the requests of a case go round all of them. Default: none. */
  readonly replicas?: readonly string[];
  readonly prefix: string;
  /** Where the target has routes that lie elsewhere than the contract says. Default: none. */
  readonly routes?: DescribedRoutes;
  /** The default account's key; needed where there is no testbed. */
  readonly key: string | undefined;
  /** URL of a testbed that speaks the protocol; undefined: none. */
  readonly testbedUrl: string | undefined;
  readonly testbedToken: string | undefined;
  /** Environment variables that hold secrets, by the secret: reports name them in its place. Default: none. */
  readonly secretNames?: ReadonlyMap<string, string>;
  /** What the profile says of a target without the protocol; undefined: nothing. */
  readonly staticProfile?: StaticProfile;
  /** Sent with every request, before its own. */
  readonly headers: readonly (readonly [string, string])[];
  readonly tls: TlsMaterial;
  readonly requestTimeoutMs: number;
  /** Ids of the conformance classes that the target claims. Default: all. */
  readonly claims?: readonly string[];
  /** Differences from the contract that are meant: every answer is repaired before it is judged. Default: none. */
  readonly differs?: readonly Difference[];
  /** Where the target finds upstreams and webhook receiver. Default: 127.0.0.1. */
  readonly reachableAt?: ReachableAt;
  /** Requests that the run may send, all counted. Default: as many as it wants. */
  readonly requestBudget?: number;
  /** True permits what may disturb others that use a target which is not on this machine. Default false. */
  readonly allowDestructive?: boolean;
  /** A text model to use where none can be made. */
  readonly model: string | undefined;
  readonly runId: string;
  /** How long a target that is not up yet is waited for. Default: not at all. */
  readonly wait?: Wait;
  /** Fires when the user asks to stop: what was opened so far is closed. */
  readonly signal?: AbortSignal;
  /** Command-line arguments that reach the same target again, without secrets. */
  readonly arguments: readonly string[];
  /** The profile that is being written of the target. Default: none is. */
  readonly writes?: string;
}

/**
 * Opens a target for a run: reaches it, learns what can be arranged, opens the upstreams. Throws `UnreachableError` when no gateway answers there, and
 * `Interrupted`; what was opened by then is closed.
 */
export function openTarget(options: TargetOptions): Promise<ReachedTarget> {
  return closingOnFailure((closers) => open(options, closers), options.signal);
}

async function open(options: TargetOptions, closers: Closers): Promise<ReachedTarget> {
  const clock = startRunClock();
  const budget = options.requestBudget === undefined ? undefined : new RequestBudget(options.requestBudget);
  const wiring = { clock, tls: options.tls };
  const client = budget === undefined ? new RecordingClient(wiring) : new BudgetedClient(wiring, budget);
  closers.add(() => client.close());
  const nextExchangeId = createExchangeIds();
  const addresses = addressesOf(options);
  // The headers of a profile may be secret: they go to its own address alone.
  const probe = steadyProbe((baseUrl, limitMs) => {
    const headers = addresses.includes(baseUrl) ? options.headers : [];
    const request = { method: 'GET', url: `${baseUrl}/v1/models`, headers, body: new Uint8Array(), limitMs };
    return client.send(request, createRecorder(nextExchangeId));
  }, clock);
  const awaiting = new Awaiting(options.wait ?? { limitMs: 0 }, clock, options.signal);
  for (const address of addresses) {
    await reach(address, probe, await awaiting.answer(address, () => probe(address, reachLimitMs)));
  }
  const testbed = await awaiting.opened('the testbed', () => openTestbed(options, clock));
  closers.add(() => testbed.close());
  const redactor = redactorOf(options);
  const { host, bind } = options.reachableAt ?? onLoopback;
  const upstreams = await openUpstreamServer({ host: bind, advertisedHost: host });
  closers.add(() => upstreams.close());
  let receiver: Promise<Receiver> | undefined;
  closers.add(async () => (await receiver)?.close());
  const means: RunMeans = {
    baseUrl: options.baseUrl,
    addresses,
    prefix: options.prefix,
    routes: options.routes ?? {},
    claims: options.claims,
    headers: options.headers,
    requestTimeoutMs: options.requestTimeoutMs,
    runId: options.runId,
    clock,
    testbed,
    client,
    pace: new Pace(clock),
    patience: new Patience(),
    crashes: new CrashLedger(options.kind === 'url' ? 'The target goes away' : 'The target exits'),
    losses: new ConnectionLosses(),
    upstreams,
    receiver: () => {
      receiver ??= Receiver.open({ clock, nonce: options.runId, host: bind, advertisedHost: host });
      return receiver;
    },
    repairs: repairsOf(options.differs ?? []),
    redactor,
    nextExchangeId,
    textModels: new TextModels(options.model, clock),
    classUses: new ClassUses(),
    knownForms: new Map(),
  };
  return reachedTarget(options, means, { probe, budget, close: () => closers.close() });
}

interface TargetParts {
  readonly probe: Probe;
  readonly budget: RequestBudget | undefined;
  close(): Promise<void>;
}

function reachedTarget(options: TargetOptions, means: RunMeans, { probe, budget, close }: TargetParts): ReachedTarget {
  const { crashes, losses, pace, redactor } = means;
  const { capabilities, clockScope } = means.testbed.facts;
  return {
    record: recordOf(options, capabilities),
    capabilities,
    ...(options.claims === undefined ? {} : { claims: options.claims }),
    ...(options.differs === undefined ? {} : { differs: options.differs }),
    clockScope,
    ...(budget === undefined ? {} : { budget }),
    isGuarded: options.kind === 'url' && options.allowDestructive !== true && !means.addresses.every(isLoopback),
    pace,
    crashes,
    losses,
    clients: realClients.map(({ name }) => name),
    openWorld: async (caseLabel, worldOptions) => openWorld(means, caseLabel, worldOptions),
    // When nothing more may be sent, it makes no difference.
    alive: (limitMs) =>
      Promise.all(means.addresses.map((address) => probe(address, limitMs))).then(
        (answers) => answers.every(({ response }) => response !== undefined),
        (error: unknown) => {
          if (error instanceof BudgetSpent) return true;
          throw error;
        },
      ),
    serves: () => askPlainly(means, 'plain').then(isServed, () => false),
    smoke: () => smokeTest(means, namedTarget(options)),
    whyNeverUsed: (conformanceClass) => means.classUses.whyNever(conformanceClass),
    requestsSent: () => means.client.requestsSent,
    notes: () => misreadNote(means.client.unreadBodies.found),
    redact: (text) => redactor.redact(text),
    close,
  };
}

function namedTarget({ arguments: given, key, secretNames, writes }: TargetOptions): NamedTarget {
  return { arguments: given, writes, keyVariable: key === undefined ? undefined : secretNames?.get(key) };
}

function isServed({ ending, response }: Exchange): boolean {
  return ending === 'complete' && response !== undefined && response.status < 300;
}

function recordOf(options: TargetOptions, capabilities: ReadonlySet<Capability>): TargetRecord {
  const { kind, baseUrl, replicas = [], prefix, routes, arguments: given } = options;
  const several = replicas.length === 0 ? {} : { addresses: addressesOf(options) };
  const described = routes === undefined ? {} : { routes };
  return { kind, baseUrl, ...several, prefix, ...described, capabilities: [...capabilities], arguments: given };
}

function addressesOf({ baseUrl, replicas = [] }: TargetOptions): readonly string[] {
  return [baseUrl, ...replicas];
}

function redactorOf(options: TargetOptions): Redactor {
  const { key, testbedToken, secretNames = new Map<string, string>(), headers, staticProfile } = options;
  const redactor = createRedactor();
  for (const [secret, variable] of secretNames) redactor.addVariable(secret, variable);
  const ofModels = staticProfile?.models.flatMap((model) => model.headers) ?? [];
  for (const [name, value] of [...headers, ...ofModels])
    redactor.addHeader(name, value, secretNames.get(value) ?? headerVariable(name));
  if (key !== undefined) redactor.add(key);
  if (testbedToken !== undefined) redactor.add(testbedToken, 'TOKEN');
  return redactor;
}

/** A testbed that was named must be there: a run that quietly did without it would look better than it is. */
async function openTestbed(options: TargetOptions, clock: RunClock) {
  const { testbedUrl, testbedToken, key, staticProfile } = options;
  if (staticProfile !== undefined && testbedUrl === undefined) {
    return openStaticTestbed(staticProfile, { clock, nonce: options.runId }).catch((cause: unknown) => {
      throw portTrouble(cause);
    });
  }
  if (testbedUrl === undefined) {
    if (key === undefined) throw new Error('a target without a testbed needs a key');
    return bareTestbed(key);
  }
  const connection = { url: testbedUrl, ...(testbedToken === undefined ? {} : { token: testbedToken }) };
  const testbed = await openProtocolTestbed(connection).catch((cause: unknown) => {
    throw new UnreachableError(cause instanceof Error ? cause.message : String(cause), { cause });
  });
  if (testbed !== undefined) return testbed;
  throw new UnreachableError(
    `nothing at ${testbedUrl} speaks the testbed protocol; is the testbed running, and are its URL and token right?`,
  );
}
