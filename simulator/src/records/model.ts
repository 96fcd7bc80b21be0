import type { ModelModality } from '@gateproof/spec';

/** One way to reach a model: a base URL below which the common chat-API paths lie. */
export interface Endpoint {
  readonly url: string;
}

/** A model that an account can use. */
export interface Model {
  readonly id: string;
  readonly modality: ModelModality;
  /** In tokens. */
  readonly contextWindow: number;
  /** Of one request, whatever its length. */
  readonly priceUsd: number;
  readonly createdAtS: number;
  readonly endpoints: readonly Endpoint[];
  /** What a model that fails on purpose does; shown in the catalogue. */
  readonly description?: string;
}
