import {
  closingOnFailure,
  type Launch,
  openLaunchedTarget,
  openTarget as openReached,
  type ReachedTarget,
  type RunOptions,
  type TargetOptions,
} from '@gateproof/harness';
import { defaultPrefix } from '@gateproof/spec';
import type { CliContext } from './cli-context.ts';
import { readHeaders } from './given-header.ts';
import { knownClasses } from './known-classes.ts';
import { knownRuleSet } from './known-rule-set.ts';
import { headersOf } from './profile/headers-part.ts';
import { launchPartOf } from './profile/launch-part.ts';
import type { Profile } from './profile/profile.ts';
import { readProfile } from './profile/read-profile.ts';
import { secretNames } from './profile/secret-names.ts';
import { staticPartOf } from './profile/static-part.ts';
import { baseUrlsOf, keyOf, reachableAtOf, testbedOf, tlsOf } from './profile/target-part.ts';
import { withPlace } from './profile/with-place.ts';
import { startSimulatorThread } from './simulate/start-simulator-thread.ts';
import type { TargetFlags } from './target-flags.ts';
import { UsageError } from './usage-error.ts';

/** A target that was opened, with what its profile says of the run. */
export interface OpenedTarget {
  readonly target: ReachedTarget;
  readonly defaults: Partial<RunOptions>;
  /** The rule set that its profile names. Default: the newest. */
  readonly ruleset?: string;
}

const defaultRequestTimeoutMs = 10_000;

/** Opens what the flags name: a URL, a profile, or by default the built-in simulator. */
export async function openTarget(
  flags: TargetFlags,
  run: TargetRun & { readonly seed: number },
): Promise<OpenedTarget> {
  if (flags.profile !== undefined) {
    const profile = readProfile(flags.profile);
    const parts = () =>
      [
        fromProfile(flags, profile, run),
        launchPartOf(profile, run.env, flags.command),
        knownRuleSet(profile.ruleset),
      ] as const;
    const [options, launch, ruleset] = withPlace(flags.profile, parts);
    return { ...(await open(options, flags.comeback ?? profile.limits?.comeback_ms, launch)), ruleset };
  }
  if (flags.url !== undefined) {
    return open(fromUrl(flags, flags.url, run), flags.comeback, launchPartOf({}, run.env, flags.command));
  }
  if (flags.command !== undefined) {
    throw new UsageError('--command starts a gateway, but nothing says where it answers: add --url or --profile');
  }
  const simulator = await startSimulatorThread({
    seed: run.seed,
    variations: flags.variation ?? [],
    ...(flags.prefix === undefined ? {} : { prefix: flags.prefix }),
    ...(flags.deviation === undefined ? {} : { deviation: flags.deviation }),
  });
  return closingOnFailure(async (closers) => {
    closers.add(() => simulator.close());
    const { baseUrl, key } = simulator;
    const testbedUrl = `${baseUrl}/_testbed/v1`;
    const opened = await open({ ...plain(flags, run), kind: 'simulator', baseUrl, key, testbedUrl }, flags.comeback);
    closers.add(() => opened.target.close());
    return { ...opened, target: { ...opened.target, close: () => closers.close() } };
  }, run.interrupted);
}

async function open(options: TargetOptions, comebackMs?: number, launch?: Launch): Promise<OpenedTarget> {
  const defaults = { ...defaultsFor(options), ...(comebackMs === undefined ? {} : { comebackMs }) };
  const target = launch === undefined ? openReached(options) : openLaunchedTarget(options, launch);
  return { target: await target, defaults };
}

/** The built-in simulator has a core for itself and is never slow: more cases at once make up for those that wait. */
const simulatorConcurrency = 40;

function defaultsFor({ kind, staticProfile }: TargetOptions): Partial<RunOptions> {
  // The models of a static profile are few, and each is held by one case at a time.
  if (staticProfile !== undefined) return { concurrency: 1 };
  return kind === 'simulator' ? { concurrency: simulatorConcurrency } : {};
}

type TargetRun = Pick<CliContext, 'env'> &
  Partial<Pick<CliContext, 'interrupted' | 'stderr'>> & { readonly runId: string };

function plain(
  flags: TargetFlags,
  { runId, interrupted, env, stderr }: TargetRun,
): Omit<TargetOptions, 'kind' | 'baseUrl' | 'key' | 'testbedUrl'> {
  return {
    prefix: flags.prefix ?? defaultPrefix,
    testbedToken: undefined,
    ...readHeaders(flags.header ?? [], env),
    tls: {},
    requestTimeoutMs: flags.requestTimeout ?? defaultRequestTimeoutMs,
    model: flags.model,
    runId,
    ...(interrupted === undefined ? {} : { signal: interrupted }),
    arguments: argumentsOf(flags),
    wait: { limitMs: (flags.wait ?? 0) * 1000, onWait: (line) => stderr?.write(`${line}\n`) },
    ...(flags.claims === undefined ? {} : { claims: knownClasses(flags.claims) }),
    ...(flags.budget === undefined ? {} : { requestBudget: flags.budget }),
    ...(flags.allowDestructive === undefined ? {} : { allowDestructive: flags.allowDestructive }),
  };
}

function fromUrl(flags: TargetFlags, urls: readonly string[], run: TargetRun): TargetOptions {
  const addresses = addressesOf(urls);
  const key = flags.key ?? run.env.GATEPROOF_KEY;
  if (key === undefined)
    throw new UsageError('a gateway at a URL needs a key: --key KEY, or GATEPROOF_KEY in the environment');
  return { ...plain(flags, run), kind: 'url', ...addresses, key, testbedUrl: undefined };
}

/** Where a container answers is known once it is started: then no URL is given. */
function addressesOf(urls: string | readonly string[] = []): Pick<TargetOptions, 'baseUrl' | 'replicas'> {
  const [baseUrl = '', ...replicas] = baseUrlsOf(urls);
  return { baseUrl, replicas };
}

function fromProfile(flags: TargetFlags, profile: Profile, run: TargetRun): TargetOptions {
  const key = flags.key ?? keyOf(profile, run.env);
  const staticProfile = staticPartOf(profile, key, run.env);
  const given = readHeaders(flags.header ?? [], run.env);
  const replaced = new Set(given.headers.map(([name]) => name.toLowerCase()));
  return {
    ...(profile.claims === undefined ? {} : { claims: profile.claims }),
    ...(profile.differs === undefined ? {} : { differs: profile.differs }),
    ...(profile.routes === undefined ? {} : { routes: profile.routes }),
    ...plain(flags, run),
    kind: 'url',
    ...addressesOf(profile.url),
    prefix: flags.prefix ?? profile.prefix ?? defaultPrefix,
    key,
    ...(staticProfile === undefined ? {} : { staticProfile }),
    ...testbedOf(profile, run.env),
    secretNames: new Map([...secretNames(profile, run.env), ...given.secretNames]),
    headers: [...headersOf(profile, run.env).filter(([name]) => !replaced.has(name.toLowerCase())), ...given.headers],
    tls: tlsOf(profile),
    reachableAt: reachableAtOf(profile),
    requestTimeoutMs: flags.requestTimeout ?? profile.limits?.request_timeout_ms ?? defaultRequestTimeoutMs,
    model: flags.model ?? profile.model,
    ...limitsOf(flags, profile),
  };
}

function limitsOf(flags: TargetFlags, { limits, allow_destructive }: Profile) {
  const requestBudget = flags.budget ?? limits?.requests;
  const allowDestructive = flags.allowDestructive ?? allow_destructive;
  return {
    ...(requestBudget === undefined ? {} : { requestBudget }),
    ...(allowDestructive === undefined ? {} : { allowDestructive }),
  };
}

/** What reaches the same target again; keys stay out, and variables stand for the values of headers. */
function argumentsOf(flags: TargetFlags): readonly string[] {
  const { url = [], profile, command, model, header = [], prefix, deviation, variation } = flags;
  return [
    ...url.flatMap((one) => ['--url', one]),
    ...(profile === undefined ? [] : ['--profile', profile]),
    ...(command === undefined ? [] : ['--command', command]),
    ...(model === undefined ? [] : ['--model', model]),
    ...header.flatMap(({ name, variable }) => ['--header', `${name}: $${variable}`]),
    ...(prefix === undefined ? [] : ['--prefix', prefix]),
    ...(deviation === undefined ? [] : ['--deviation', deviation]),
    ...(variation === undefined || variation.length === 0 ? [] : ['--variation', ...variation]),
  ];
}
