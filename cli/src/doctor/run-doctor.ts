import {
  decidable,
  exitCodeOfStop,
  isClaimed,
  nextSteps,
  probeCapabilities,
  type ReachedTarget,
  unlessInterrupted,
} from '@gateproof/harness';
import { styleFor } from '@gateproof/reports';
import { loadRules } from '@gateproof/spec';
import { type CliContext, wantsColour } from '../cli-context.ts';
import { defaultSeed } from '../numbers.ts';
import { openTarget } from '../open-target.ts';
import type { TargetFlags } from '../target-flags.ts';
import { doctorText } from './doctor-text.ts';

/** Exit code when a claimed capability does not do what it claims. */
const disagrees = 3;

/**
 * Reports what of a target is reachable, what its first answers showed, what each claimed capability really does, how many rules can be decided, and what
 * to add next. Returns 0, or 3 where a capability disagrees with its claim; where nothing can be judged, the exit code that a run would end with.
 */
export async function runDoctor(flags: TargetFlags, context: CliContext): Promise<number> {
  const { target } = await openTarget(flags, { ...context, seed: defaultSeed, runId: context.drawRunId() });
  try {
    const { smoke, probed } = await unlessInterrupted(probe(target), context.interrupted);
    const working = new Set(
      probed.filter(({ state }) => state === 'works' || state === 'partly').map(({ capability }) => capability),
    );
    const rules = loadRules().filter((rule) => rule.party === 'gateway' && isClaimed(rule.class, target.claims));
    const findings = {
      baseUrl: target.record.baseUrl,
      redact: (text: string) => target.redact(text),
      smoke,
      probed,
      decidable: smoke.stop === undefined ? decidable(rules, working) : [],
      total: rules.length,
      steps: smoke.stop === undefined ? nextSteps(rules, working) : [],
    };
    context.stdout.write(doctorText(findings, styleFor(wantsColour(context.stdout, context.env))));
    if (smoke.stop !== undefined) return exitCodeOfStop(smoke.stop);
    return probed.some(({ state }) => state === 'disagrees') ? disagrees : 0;
  } finally {
    await target.close();
  }
}

async function probe(target: ReachedTarget) {
  const smoke = await target.smoke();
  return { smoke, probed: smoke.stop === undefined ? await probeCapabilities(target) : [] };
}
