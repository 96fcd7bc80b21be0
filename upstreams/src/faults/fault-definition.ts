import type { ResponseDraft } from '../plan/response-draft.ts';
import type { Schema } from '../schema/schema.ts';

/** One kind of fault: its data, what it says of itself, and what it does to a response. */
export interface FaultDefinition<F extends { readonly kind: string }> {
  readonly kind: F['kind'];
  readonly fields: Readonly<Record<Exclude<keyof F, 'kind'>, Schema>>;
  /** Names of the fields that have no default. */
  readonly required: readonly string[];
  /** What this fault does, in the third person without a full stop: `cuts the connection after 3 content tokens`. */
  describe(fault: F): string;
  /**
   * The response that the fault leaves, or undefined when it has nothing to act on
   * (a fault of streams meets a response that is none). `mark` stands where the fault acts, so that acting can be counted.
   */
  apply(fault: F, draft: ResponseDraft, mark: number): ResponseDraft | undefined;
}
