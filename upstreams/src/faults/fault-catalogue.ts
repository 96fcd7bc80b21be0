import type { ResponseDraft } from '../plan/response-draft.ts';
import * as definitions from './definitions.ts';
import type { Fault, FaultKind } from './fault.ts';
import type { FaultDefinition } from './fault-definition.ts';

type Catalogue = { readonly [K in FaultKind]: FaultDefinition<Extract<Fault, { kind: K }>> };

/** Every kind of fault, in the order of their names: that in which a module lists its exports is not the same wherever it runs. */
export const faultCatalogue = Object.fromEntries(
  Object.values(definitions)
    .map((definition) => [definition.kind, definition] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1)),
) as unknown as Catalogue;

/** What a fault does, in words: `cuts the connection after 3 content tokens`. */
export function describeFault(fault: Fault): string {
  return definitionOf(fault).describe(fault);
}

/** The response that a fault leaves, or undefined when it has nothing to act on. */
export function applyFault(fault: Fault, draft: ResponseDraft, mark: number): ResponseDraft | undefined {
  return definitionOf(fault).apply(fault, draft, mark);
}

function definitionOf(fault: Fault): FaultDefinition<Fault> {
  // Each definition is only ever handed faults of its own kind, which the mapped type of the catalogue proves.
  return faultCatalogue[fault.kind] as FaultDefinition<Fault>;
}
