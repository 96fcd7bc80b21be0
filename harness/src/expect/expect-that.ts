import type { CaseWorld } from '../check/case-world.ts';
import type { Finding } from '../check/finding.ts';
import { SetupFailed } from '../check/setup-failed.ts';
import { Caution, Violation } from '../check/violation.ts';

/** States that `condition` holds; otherwise throws `Violation` with the finding. */
export function expectThat(world: CaseWorld, condition: boolean, finding: Finding): asserts condition {
  world.stated();
  if (!condition) throw new Violation(finding);
}

/** `condition` must hold for the case to mean anything; otherwise `SetupFailed`. States nothing. */
export function controlThat(condition: boolean, what: string, prerequisite?: string): asserts condition {
  if (!condition) throw new SetupFailed(what, prerequisite === undefined ? {} : { prerequisite });
}

/** Warns of a behaviour that a freedom tolerates. Ends the case: call it last, when everything that could break has held. */
export function caution(world: CaseWorld, finding: Finding): never {
  world.stated();
  throw new Caution(finding);
}
