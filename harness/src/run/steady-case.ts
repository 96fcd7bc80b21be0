import type { RunClock } from '../clock/run-clock.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Allowance } from './allowance.ts';
import type { CaseOutcome } from './case-outcome.ts';
import type { CrashLedger } from './crash-ledger.ts';
import { type DisturbedAttempt, disturbedAttempt, hitExchange } from './disturbed-attempt.ts';
import { type AgainStep, type NoiseFacts, nextStep, noiseKindOf } from './noise-policy.ts';
import type { Pace } from './pace.ts';
import type { RequestLog } from './request-log.ts';
import { type Attempt, endOf } from './run-case.ts';
import type { TargetPresence } from './target-presence.ts';
import type { Turnstile } from './turnstile.ts';

/** A limit that slowness has not lifted so often slows no case down any more. */
const proofsOfLimit = 5;
/** Wait for a target that does not serve a plain request either, in ms. */
const unservedPauseMs = 5_000;

const atOnce: AgainStep = { do: 'again', alone: false, slowly: false, pauseMs: 0, silenceMs: 0, probes: 0 };

/** What the cases of one run share in order to stay steady. */
export interface Steadiness {
  readonly clock: Pick<RunClock, 'nowMs'>;
  /** Waits so long, or until `over` fires. */
  readonly pause: (delayMs: number, over: AbortSignal) => Promise<void>;
  /** Undefined where requests can't be slowed down. */
  readonly pace: Pace | undefined;
  readonly turnstile: Turnstile;
  readonly presence: Pick<TargetPresence, 'probe' | 'absences'>;
  readonly log: RequestLog;
  readonly crashes: CrashLedger;
  /** True when the target serves a plain request now. */
  readonly serves: () => Promise<boolean>;
  /** Time that cases may run alone in one run, in ms. */
  readonly mostQuietMs: number;
  /** Time that they did so far, in ms. */
  quietMs: number;
  /** How often each kind of disturbance has proved to be lasting so far. */
  readonly proofs: Record<'limit' | 'silence' | 'loss' | 'arrangement', number>;
  readonly onDisturbance: (why: string) => void;
}

/**
 * Runs a case until it is undisturbed, the disturbance has proved to be the target's own doing, or the time of its rule is used up. That a target
 * has enough of requests, is late, or is away proves nothing while others send theirs too: before that counts, the case runs alone, and slowly where
 * time matters. A request that makes the target go away blocks the rule.
 */
export async function steadyCase(
  attempt: () => Promise<Attempt>,
  allowance: Allowance,
  shared: Steadiness,
): Promise<CaseOutcome> {
  const disturbed: DisturbedAttempt[] = [];
  const outcome = await untilSteady(attempt, disturbed, allowance, shared);
  takeUnexplained(disturbed, allowance, shared);
  return outcome;
}

async function untilSteady(
  attempt: () => Promise<Attempt>,
  disturbed: DisturbedAttempt[],
  allowance: Allowance,
  shared: Steadiness,
): Promise<CaseOutcome> {
  const gapBeforeMs = shared.pace?.steadyGapMs ?? 0;
  let step = atOnce;
  let last: Attempt | undefined;
  for (;;) {
    const seen = await runStep(step, attempt, last, allowance, shared);
    const described = disturbedAttempt(seen, step.alone, shared.log);
    if (described === undefined) return undisturbed(seen, allowance, shared);
    disturbed.push(described);
    const next = nextStep(disturbed, factsOf(shared));
    if (next.do === 'give-up' || shared.crashes.blocking !== undefined) return seen;
    if (next.do === 'blame') return blamed(seen, next.culprit, allowance, shared);
    if (next.do === 'count' && (!next.ifServed || (await shared.serves()))) {
      return counted(seen, { wasAlone: step.alone, gapBeforeMs }, shared);
    }
    step = next.do === 'again' ? next : { ...atOnce, alone: true, pauseMs: unservedPauseMs };
    if (allowance.hasEnded() || step.pauseMs + step.silenceMs > allowance.leftMs) return seen;
    // A case that is refused once may have met a chance; the target means it when the same case is refused again.
    const isSlowedBy = described.of.kind === 'request' && described.of.hit === 'limit' && disturbed.length > 1;
    if (isSlowedBy && shared.proofs.limit < proofsOfLimit) slowDown(shared);
    last = seen;
  }
}

function slowDown({ pace, onDisturbance }: Steadiness): void {
  if (pace === undefined) return;
  pace.slower();
  onDisturbance('the run slows down, because the target refuses requests for their rate');
}

async function runStep(
  step: AgainStep,
  attempt: () => Promise<Attempt>,
  last: Attempt | undefined,
  allowance: Allowance,
  shared: Steadiness,
): Promise<Attempt> {
  const { turnstile, pause, log } = shared;
  const run = async () => {
    const seen = await attempt();
    log.take(seen);
    if (seen.disturbance !== undefined) shared.onDisturbance(seen.disturbance.error.message);
    return seen;
  };
  await allowance.spend(() => pause(step.pauseMs, allowance.over));
  if (!step.alone) return turnstile.beside(() => allowance.spend(run));
  return turnstile.alone(async () => {
    // Others may have settled meanwhile what this case waited to find out.
    const isSettled = last !== undefined && log.isLasting(hitExchange(last), last.kinds);
    return isSettled ? last : allowance.spend(() => runAlone(step, run, allowance, shared));
  });
}

async function runAlone(
  step: AgainStep,
  run: () => Promise<Attempt>,
  { over }: Allowance,
  shared: Steadiness,
): Promise<Attempt> {
  const { clock, pace, pause, presence } = shared;
  const beganMs = clock.nowMs();
  if (pace !== undefined) pace.quiet = step.slowly;
  try {
    await pause(step.silenceMs, over);
    for (let count = 0; count < step.probes && !over.aborted; count += 1) await presence.probe();
    return await run();
  } finally {
    if (pace !== undefined) pace.quiet = false;
    if (step.slowly) shared.quietMs += clock.nowMs() - beganMs;
  }
}

function undisturbed(seen: Attempt, allowance: Allowance, { pace }: Steadiness): CaseOutcome {
  if (seen.withheld !== undefined) allowance.block(seen.withheld);
  pace?.faster();
  return seen;
}

/** What the check made of the disturbance counts. */
function counted(
  seen: Attempt,
  { wasAlone, gapBeforeMs }: { readonly wasAlone: boolean; readonly gapBeforeMs: number },
  { log, pace, proofs }: Steadiness,
): CaseOutcome {
  if (seen.disturbance === undefined) return seen;
  const kind = noiseKindOf(seen.disturbance.of, pace !== undefined);
  if (kind in proofs) proofs[kind as keyof typeof proofs] += 1;
  // It is refused however slowly the target is met: the cases after it need not pay for that.
  if (kind === 'limit') pace?.backTo(gapBeforeMs);
  if (wasAlone) log.prove(hitExchange(seen), seen.kinds);
  return { ...seen, end: endOf(seen.disturbance.error.otherwise) };
}

function blamed(seen: Attempt, culprit: Exchange, allowance: Allowance, { crashes, log }: Steadiness): CaseOutcome {
  const { method, url } = culprit.request;
  const kinds = seen.kinds.get(culprit.id) ?? [`${method} ${new URL(url).pathname}`];
  const crash = crashes.blame(kinds, culprit, (kind) => log.served(kind));
  allowance.block(crash);
  return { ...seen, end: { kind: 'not-exercised', why: crash.sentence } };
}

/** A target that went away although the case ran alone, and for no request of it, may do so whatever it is asked. */
function takeUnexplained(disturbed: readonly DisturbedAttempt[], allowance: Allowance, shared: Steadiness): void {
  const { crashes, log, presence } = shared;
  const away = disturbed.filter(({ of }) => of.kind === 'target-away');
  const culprit = away.find(({ wasAlone }) => wasAlone)?.culprit;
  if (culprit !== undefined && allowance.crash === undefined) {
    crashes.unexplained(culprit.exchange, { absences: presence.absences, requests: log.requests });
  }
  const crash = crashes.blocking ?? (away.length > 0 && allowance.hasEnded() ? crashes.unattributed : undefined);
  if (crash !== undefined) allowance.block(crash);
}

function factsOf({ pace, proofs, quietMs, mostQuietMs }: Steadiness): NoiseFacts {
  return { canSlowDown: pace !== undefined, mayRunAlone: quietMs < mostQuietMs, proofs };
}
