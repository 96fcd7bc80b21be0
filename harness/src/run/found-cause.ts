import type { Exchange } from '../exchange/exchange.ts';
import type { DescribedCause } from './causes.ts';

/** A cause with the red rules that were found to fold under it. */
export interface FoundCause extends Omit<DescribedCause, 'exchange' | 'folded'> {
  readonly shownBy: Exchange | undefined;
  /** Of a proved cause: every rule that holds as soon as it is fixed. */
  readonly rules: readonly string[];
  /** Of a proved cause: rules that need other fixes as well. Default: none. */
  readonly waiting?: readonly string[];
}

/** The cause as the result document describes it. */
export function describedCause({ rules, shownBy, waiting: _, ...cause }: FoundCause): DescribedCause {
  return {
    ...cause,
    ...(cause.proved ? { folded: rules } : {}),
    ...(shownBy === undefined ? {} : { exchange: shownBy.id }),
  };
}

/** The cause that each rule folds under: the first of those that claim it. */
export function causeOfRules(causes: readonly FoundCause[]): ReadonlyMap<string, string> {
  const claimed = causes.flatMap(({ id, rules, waiting = [] }) =>
    [...rules, ...waiting].map((rule) => [rule, id] as const),
  );
  return new Map(claimed.toReversed());
}
