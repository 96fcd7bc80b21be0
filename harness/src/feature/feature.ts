import type { Harm } from '../check/harm.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { RouteName } from '../exchange/route-of.ts';

/** Something that a gateway does under the contract, and that a target may not do at all. */
export interface Feature {
  readonly id: string;
  /** What is wrong with a target without it, given exchanges that show that. */
  sentence(shownBy: readonly Exchange[]): string;
  /** Default `shape`. */
  readonly harm?: Harm;
  /** Only cases of rules whose id begins so speak of the feature. Default: any case, by an exchange that it names as showing its break. */
  readonly rules?: readonly string[];
  /** Standing rules whose id begins so are never exercised without it. Default: none. */
  readonly exercises?: readonly string[];
  /** An answer of success on one of these routes, anywhere in the run, shows it at work. Default: none. */
  readonly routes?: readonly RouteName[];
  /** True when a case shows the feature at work. */
  works(exchanges: readonly Exchange[]): boolean;
  /** The exchanges of a case that show its absence, if the case breaks its rule. */
  missing(exchanges: readonly Exchange[]): readonly Exchange[];
}

/** What one exchange shows of a feature; undefined: nothing. */
export type Sign = 'works' | 'missing' | undefined;

/** A feature that shows in single exchanges. */
export function shownByEach(sign: (exchange: Exchange) => Sign): Pick<Feature, 'works' | 'missing'> {
  return {
    works: (exchanges) => exchanges.some((exchange) => sign(exchange) === 'works'),
    missing: (exchanges) => exchanges.filter((exchange) => sign(exchange) === 'missing'),
  };
}
