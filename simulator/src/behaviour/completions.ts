import type { StreamIdentity } from './streaming.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** How a completion is told without streaming, and when the notes on cost and policy come with it. */
export interface CompletionBehaviour {
  readonly contentType: string;
  /** The endpoint's completion as the client gets it. */
  completion(completion: JsonObject, identity: StreamIdentity): JsonObject;
  wantsMetadata(header: string | undefined): boolean;
  metadata(facts: {
    readonly generationId: string;
    readonly requestedModel: string;
    readonly costUsd: number;
  }): JsonObject | undefined;
  /** What is charged for a served request. */
  chargeUsd(priceUsd: number): number;
  /** What is kept of the charge when the request failed. */
  chargeOnFailureUsd(priceUsd: number): number;
}

export const referenceCompletions: CompletionBehaviour = {
  contentType: 'application/json; charset=utf-8',
  completion: (completion, { id, createdAtS, model }) => ({
    ...completion,
    id,
    object: 'chat.completion',
    created: createdAtS,
    model,
  }),
  wantsMetadata: (header) => header === 'enabled',
  metadata: ({ generationId, requestedModel, costUsd }) => ({
    generation_id: generationId,
    requested_model: requestedModel,
    cost: { billing_usd: costUsd },
    retention_class: 'standard',
    region: 'home',
    policy: [],
  }),
  chargeUsd: (priceUsd) => priceUsd,
  chargeOnFailureUsd: () => 0,
};
