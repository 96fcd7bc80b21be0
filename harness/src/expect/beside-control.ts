import { Disturbed } from '../check/setup-failed.ts';
import { Caution, Violation } from '../check/violation.ts';

/**
 * Runs what states the rule. Where that does not hold, `control` runs before it counts: the same without what the rule is about. A control that
 * does not hold either throws `SetupFailed` with the more basic rule, so that the break of that one is not charged to this one.
 */
export async function besideControl<T>(state: () => T | Promise<T>, control: () => Promise<unknown>): Promise<T> {
  try {
    return await state();
  } catch (thrown) {
    if (thrown instanceof Violation || thrown instanceof Caution || thrown instanceof Disturbed) await control();
    throw thrown;
  }
}
