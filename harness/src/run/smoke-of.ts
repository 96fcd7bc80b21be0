import type { ReachedTarget } from './run-options.ts';
import { nothingSmoked, type SmokeReport } from './smoke-report.ts';
import type { StopSwitch } from './stop-switch.ts';
import { unlessOver } from './unless-over.ts';

/** What the first requests of a run showed; nothing, when the run is over first. */
export async function smokeOf(target: Pick<ReachedTarget, 'smoke'>, stop: StopSwitch): Promise<SmokeReport> {
  try {
    return await unlessOver(target.smoke(), stop.signal);
  } catch (error) {
    if (stop.cause === undefined) throw error;
    return nothingSmoked;
  }
}
