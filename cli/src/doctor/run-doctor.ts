import {
  decidable,
  exitCodeOfStop,
  isClaimed,
  ladder,
  probeCapabilities,
  probeRoutes,
  type ReachedTarget,
  type SmokeFinding,
  unlessInterrupted,
} from '@gateproof/harness';
import { styleFor } from '@gateproof/reports';
import { loadRules } from '@gateproof/spec';
import { gatewaySuite } from '@gateproof/suites';
import { type CliContext, wantsColour } from '../cli-context.ts';
import { defaultSeed } from '../numbers.ts';
import { openTarget } from '../open-target.ts';
import { profileAdditions, testbedAddition } from '../profile/additions.ts';
import type { TargetFlags } from '../target-flags.ts';
import { doctorText, type Findings } from './doctor-text.ts';

/** Exit code when a first answer is not what the contract asks for. */
const broken = 1;
/** Exit code when a claimed capability does not do what it claims. */
const disagrees = 3;

/**
 * Reports what of a target is reachable, what its first answers showed, what each claimed capability really does, how many rules can be tested, and what
 * to add next. The exit code follows from the lines: 1 where a first answer is wrong, 3 where a capability disagrees with its claim, 0 otherwise;
 * where nothing can be tested, the exit code that a run would end with.
 */
export async function runDoctor(flags: TargetFlags, context: CliContext): Promise<number> {
  const { target } = await openTarget(flags, { ...context, seed: defaultSeed, runId: context.drawRunId() });
  try {
    const found = await unlessInterrupted(examine(target, flags.profile), context.interrupted);
    context.stdout.write(doctorText(found, styleFor(wantsColour(context.stdout, context.env))));
    return exitCodeOf(found);
  } finally {
    await target.close();
  }
}

async function examine(target: ReachedTarget, profile: string | undefined): Promise<Findings> {
  const smoke = await target.smoke();
  const rules = loadRules().filter((rule) => rule.party === 'gateway' && isClaimed(rule.class, target.claims));
  const about = { baseUrl: target.record.baseUrl, profile, redact: (text: string) => target.redact(text), smoke };
  if (smoke.stop !== undefined) {
    return { ...about, findings: [], probed: [], working: new Set(), sure: 0, may: 0, total: rules.length, rungs: [] };
  }
  const { unserved, findings } = await probeRoutes(target);
  const probed = await probeCapabilities(target);
  const works = probed.filter(({ state }) => state === 'works' || state === 'partly');
  const working = new Set(works.map(({ capability }) => capability));
  const outlook = { rules, measured: gatewaySuite.measured ?? {}, unserved };
  const { sure, may } = decidable(outlook, working);
  return {
    ...about,
    findings,
    probed,
    working,
    sure: sure.length,
    may: may.length,
    total: rules.length,
    rungs: ladder(outlook, working, profileAdditions, testbedAddition),
  };
}

function exitCodeOf({ smoke, findings, probed }: Findings): number {
  if (smoke.stop !== undefined) return exitCodeOfStop(smoke.stop);
  const isWrong = ({ holds }: SmokeFinding) => !holds;
  if ([...smoke.findings, ...findings].some(isWrong)) return broken;
  return probed.some(({ state }) => state === 'disagrees') ? disagrees : 0;
}
