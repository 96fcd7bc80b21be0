import type { Exchange } from '../exchange/exchange.ts';
import type { DescribedCause } from './causes.ts';

/** A cause with the red rules that were found to fold under it. */
export interface FoundCause extends Omit<DescribedCause, 'exchange'> {
  readonly shownBy: Exchange | undefined;
  readonly rules: readonly string[];
}

/** The cause as the result document describes it. */
export function describedCause({ rules: _, shownBy, ...cause }: FoundCause): DescribedCause {
  return shownBy === undefined ? cause : { ...cause, exchange: shownBy.id };
}
