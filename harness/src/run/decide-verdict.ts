import type { Capability, Rule } from '@gateproof/spec';
import type { Verdict } from '../check/verdict.ts';
import type { BrokenCase, CheckReport } from './check-report.ts';

/** A verdict with the reason that goes with it. `prerequisite` is still to be looked up among the other verdicts. */
export interface Decision {
  readonly verdict: Verdict;
  readonly reason?: string;
  readonly missing?: readonly Capability[];
  readonly prerequisite?: string;
  /** True when the budget did not reach so far. */
  readonly isLeftOut?: boolean;
  /** True when the rule's share of the run's time did not. */
  readonly isOutOfTime?: boolean;
  /** True when the rule passed by fewer cases than were to be run, because that share ended. */
  readonly isPartial?: boolean;
  /** True when the suite has no check for the rule. */
  readonly isUnchecked?: boolean;
}

const targetsChoice = 'nothing in this run was what this rule speaks of, and a target need not show it';
/** What would exercise such a rule, where the testbed can not arrange all. */
const arrangeMore = 'a testbed that arranges more may bring it about (npx gateproof doctor names what is missing)';

/** One exercised case in four is enough; none is never enough. */
const enoughExercised = (run: number): number => Math.max(1, Math.ceil(run / 4));

/** The capabilities that a rule needs and the target does not claim. */
export function missingCapabilities(rule: Rule, claimed: ReadonlySet<Capability>): readonly Capability[] {
  return rule.needs.filter((capability) => !claimed.has(capability));
}

/** Decides an active rule by what its cases showed. */
export function decideVerdict(rule: Rule, report: CheckReport): Decision {
  if (report.error !== undefined) return { verdict: 'error', reason: report.error };
  if (report.broken !== undefined) return decideBroken(rule, report.broken);
  if (report.setupFailure !== undefined) {
    const { what, prerequisite } = report.setupFailure;
    return { verdict: 'inconclusive', reason: what, ...(prerequisite === undefined ? {} : { prerequisite }) };
  }
  if (report.notArranged) {
    return { verdict: 'not-applicable', reason: report.idleReasons[0] ?? 'the testbed can not arrange any case' };
  }
  if (report.exercised === 0 && rule.conditional === true && !report.cutShort) {
    return { verdict: 'not-applicable', reason: [targetsChoice, ...report.idleReasons].join(': ') };
  }
  const enough = rule.conditional === true ? 1 : enoughExercised(report.run);
  if (report.exercised < enough) {
    const why = report.cutShort && report.run === 0 ? 'the run ended first' : report.idleReasons.join('; ');
    const reason = `${report.exercised} of ${report.run} cases were exercised${why === '' ? '' : `: ${why}`}`;
    return { verdict: 'inconclusive', reason };
  }
  if (report.caution !== undefined) return { verdict: 'warn' };
  return { verdict: 'pass' };
}

function decideBroken(rule: Rule, { replayed }: Pick<BrokenCase, 'replayed'>): Decision {
  if (replayed.kind === 'undecided') {
    return { verdict: 'inconclusive', reason: `a case broke the rule, but could not be confirmed: ${replayed.why}` };
  }
  if (rule.level === 'should') return { verdict: 'warn' };
  return replayed.kind === 'broke' ? { verdict: 'fail' } : { verdict: 'flaky', reason: replayed.saw };
}

/** Decides a standing rule by how often it was exercised and whether a break was confirmed. */
export function decideStanding(
  rule: Rule,
  seen: {
    readonly exercised: number;
    readonly broken?: Pick<BrokenCase, 'replayed'>;
    readonly caution: boolean;
    readonly undecidedBy?: string;
    readonly idle?: string;
    /** Why no case of this run could make use of what the rule is about. */
    readonly neverArranged?: string;
    /** True when the testbed can not arrange all that a gateway's could. */
    readonly lacksCapabilities?: boolean;
  },
): Decision {
  if (seen.broken !== undefined) return decideBroken(rule, seen.broken);
  if (seen.undecidedBy !== undefined) {
    const reason = `an exchange that breaks ${seen.undecidedBy} leaves nothing to judge`;
    return { verdict: 'inconclusive', reason, prerequisite: seen.undecidedBy };
  }
  const idle = seen.idle ?? seen.neverArranged;
  if (seen.exercised === 0 && idle !== undefined) return { verdict: 'not-applicable', reason: idle };
  if (seen.exercised === 0) {
    return rule.conditional === true
      ? {
          verdict: 'not-applicable',
          reason: seen.lacksCapabilities === true ? `${targetsChoice}; ${arrangeMore}` : targetsChoice,
        }
      : { verdict: 'inconclusive', reason: 'no exchange of this run exercised it' };
  }
  return seen.caution ? { verdict: 'warn' } : { verdict: 'pass' };
}

const red: ReadonlySet<Verdict> = new Set(['fail', 'flaky', 'inconclusive', 'blocked', 'error']);

export function isRed(verdict: Verdict): boolean {
  return red.has(verdict);
}

/**
 * Turns set-up failures whose prerequisite is itself red into `blocked`, and names the rule at the root of each chain.
 * A chain that leads back to itself stays as it was.
 */
export function resolveBlocked(
  decisions: ReadonlyMap<string, Decision>,
): Map<string, Decision & { blockedBy?: string }> {
  const resolved = new Map<string, Decision & { blockedBy?: string }>();
  for (const [rule, decision] of decisions) {
    const root = decision.verdict === 'inconclusive' ? rootOf(rule, decisions) : undefined;
    resolved.set(rule, root === undefined ? decision : { ...decision, verdict: 'blocked', blockedBy: root });
  }
  return resolved;
}

function rootOf(rule: string, decisions: ReadonlyMap<string, Decision>): string | undefined {
  const visited = new Set([rule]);
  let root: string | undefined;
  let next = decisions.get(rule)?.prerequisite;
  while (next !== undefined) {
    if (visited.has(next)) return undefined;
    visited.add(next);
    const decision = decisions.get(next);
    if (decision === undefined || !isRed(decision.verdict)) return root;
    root = next;
    next = decision.prerequisite;
  }
  return root;
}
