import { decidable, isClaimed, nextSteps, probeCapabilities } from '@gateproof/harness';
import { styleFor } from '@gateproof/reports';
import { loadRules } from '@gateproof/spec';
import { type CliContext, wantsColour } from '../cli-context.ts';
import { openTarget } from '../open-target.ts';
import type { TargetFlags } from '../target-flags.ts';
import { doctorText } from './doctor-text.ts';

/** Exit code when the target can't be judged, or a claimed capability does not do what it claims. */
const disagrees = 3;

/** Tells what of a target is reachable, what each claimed capability really does, how many rules can be decided, and what to add next. */
export async function runDoctor(flags: TargetFlags, context: CliContext): Promise<number> {
  const seed = context.drawSeed();
  const { target } = await openTarget(flags, { env: context.env, seed, runId: context.drawRunId() });
  try {
    const smoke = await target.smoke();
    const probed = await probeCapabilities(target);
    const working = new Set(
      probed.filter(({ state }) => state === 'works' || state === 'partly').map(({ capability }) => capability),
    );
    const rules = loadRules().filter((rule) => rule.party === 'gateway' && isClaimed(rule, target));
    const findings = {
      baseUrl: target.record.baseUrl,
      smoke,
      probed,
      decidable: smoke === undefined ? decidable(rules, working).length : 0,
      total: rules.length,
      steps: nextSteps(rules, working),
    };
    context.stdout.write(doctorText(findings, styleFor(wantsColour(context.stdout, context.env))));
    return smoke !== undefined || probed.some(({ state }) => state === 'disagrees') ? disagrees : 0;
  } finally {
    await target.close();
  }
}
