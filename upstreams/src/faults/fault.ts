import type * as definitions from './definitions.ts';
import type { FaultDefinition } from './fault-definition.ts';

type FaultOf<Definition> = Definition extends FaultDefinition<infer F> ? F : never;

/** Everything that can go wrong with one call, as plain data. Faults are off unless a turn lists them. */
export type Fault = FaultOf<(typeof definitions)[keyof typeof definitions]>;

export type FaultKind = Fault['kind'];
