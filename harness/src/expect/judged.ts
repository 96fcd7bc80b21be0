import type { CaseWorld } from '../check/case-world.ts';
import { Disturbed, SetupFailed } from '../check/setup-failed.ts';
import { Violation } from '../check/violation.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { disturbanceOf } from './disturbance-of.ts';

/** What one look at an exchange came to: the value that was read, or both halves of a finding. */
export type Judged<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly expected: string;
      readonly observed: string;
      /** The more basic rule that the exchange breaks, so that no other rule can be judged on it. Default: none. */
      readonly undecidedBy?: string;
    };

/**
 * States what was judged: returns the value, or throws `Violation`; `SetupFailed` where a more basic rule leaves it undecided. Where the
 * exchange was disturbed (no answer, an unasked 429 or 503) and the statement does not hold, throws `Disturbed` instead; `asked` are
 * statuses that are no disturbance here.
 */
export function state<T>(world: CaseWorld, exchange: Exchange, judged: Judged<T>, asked: readonly number[] = []): T {
  world.stated();
  if (judged.ok) return judged.value;
  const { expected, observed, undecidedBy } = judged;
  if (undecidedBy !== undefined) return control(exchange, judged, undecidedBy, asked);
  throw unlessDisturbed(exchange, new Violation({ expected, observed, exchanges: [exchange.id] }), asked);
}

/** As `state` for a control: what does not hold is `SetupFailed` with the prerequisite rule, and nothing is stated. */
export function control<T>(
  exchange: Exchange,
  judged: Judged<T>,
  prerequisite: string | undefined,
  asked: readonly number[] = [],
): T {
  if (judged.ok) return judged.value;
  const what = `the control did not hold: expected ${judged.expected}; observed ${judged.observed}`;
  const options = { exchanges: [exchange.id], ...(prerequisite === undefined ? {} : { prerequisite }) };
  throw unlessDisturbed(exchange, new SetupFailed(what, options), asked);
}

function unlessDisturbed(exchange: Exchange, otherwise: Error, asked: readonly number[]): Error {
  const disturbance = disturbanceOf(exchange, asked);
  if (disturbance === undefined) return otherwise;
  const { what, ...rest } = disturbance;
  return new Disturbed(what, { exchange: exchange.id, otherwise, ...rest });
}
