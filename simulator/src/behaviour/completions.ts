import type { JsonObject } from '@gateproof/spec';
import type { CompletionIdentity } from './streaming.ts';

/** What the notes on a served request state. */
export interface ServedFacts {
  readonly generationId: string;
  readonly requestedModel: string;
  readonly costUsd: number;
}

/** How a completion is rendered without streaming, and when the notes on cost and policy come with it. */
export interface CompletionBehaviour {
  readonly contentType: string;
  /** The endpoint's completion as the client gets it. */
  completion(completion: JsonObject, identity: CompletionIdentity): JsonObject;
  wantsMetadata(header: string | undefined): boolean;
  metadata(facts: ServedFacts): JsonObject | undefined;
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
};
