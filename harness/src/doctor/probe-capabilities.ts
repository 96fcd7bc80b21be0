import { type Capability, capabilities } from '@gateproof/spec';
import { NotArranged } from '../check/setup-failed.ts';
import { startRunClock, withinLimit } from '../clock/run-clock.ts';
import type { OpenWorld, ReachedTarget } from '../run/run-options.ts';
import type { World } from '../world/world.ts';
import { capabilityProbes } from './capability-probes.ts';

/** What a capability turned out to be. `partly`: the target claims it, but what the probe asks for can't be arranged. */
export interface ProbedCapability {
  readonly capability: Capability;
  readonly state: 'works' | 'partly' | 'disagrees' | 'not-claimed';
  /** Why it is `partly` or `disagrees`, in one line. */
  readonly why?: string;
}

const probeLimitMs = 20_000;

/** Tries each capability that a target claims, one after the other, each in a world of its own. Never throws for what the target does. */
export async function probeCapabilities(target: ReachedTarget): Promise<readonly ProbedCapability[]> {
  const found: ProbedCapability[] = [];
  for (const capability of capabilities) {
    found.push(
      target.capabilities.has(capability) ? await probe(target, capability) : { capability, state: 'not-claimed' },
    );
  }
  return found;
}

async function probe(target: ReachedTarget, capability: Capability): Promise<ProbedCapability> {
  const opened = (await target.openWorld(`doctor-${capability}`)) as OpenWorld<World>;
  const late = () => new Error(`the probe did not end within ${probeLimitMs / 1000} s`);
  try {
    await withinLimit(startRunClock(), probeLimitMs, capabilityProbes[capability](opened.world), late);
    return { capability, state: 'works' };
  } catch (error) {
    const state = error instanceof NotArranged ? 'partly' : 'disagrees';
    const why = target.redact(error instanceof Error ? error.message : String(error));
    return { capability, state, why };
  } finally {
    await opened.close();
  }
}
