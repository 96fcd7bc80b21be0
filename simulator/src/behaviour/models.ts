import type { JsonObject } from '@gateproof/spec';
import type { Model } from '../records/model.ts';

/** How the catalogue is rendered (Resources › Model; GET /v1/models). */
export interface ModelBehaviour {
  /** The models that a key sees. */
  visible(models: readonly Model[], allowed: readonly string[] | undefined): readonly Model[];
  /** A model as it is sent; `where` says whether in the list or in a single read. */
  render(model: Model, where: 'list' | 'get'): JsonObject;
  /** The code of a read outside the key's set; undefined: it is answered. */
  readonly forbiddenCode: string | undefined;
  /** Whether a path names the model. */
  matches(model: Model, id: string): boolean;
}

/** The inputs that a media model of the simulator accepts, as JSON Schema properties. */
const inputs: Readonly<Record<string, JsonObject>> = {
  image: { prompt: { type: 'string', required: true }, size: { type: 'string' }, n: { type: 'integer' } },
  audio_stt: { audio_url: { type: 'string', format: 'https-url', required: true }, language: { type: 'string' } },
  audio_tts: { text: { type: 'string', required: true } },
  video: { prompt: { type: 'string', required: true } },
  music: { prompt: { type: 'string', required: true } },
};

export const referenceModels: ModelBehaviour = {
  visible: (models, allowed) => (allowed === undefined ? models : models.filter(({ id }) => allowed.includes(id))),
  render(model) {
    const accepted = inputs[model.modality];
    return {
      id: model.id,
      object: 'model',
      created: model.createdAtS,
      owned_by: model.id.split('/')[0],
      modality: model.modality,
      pricing: { price_version: '2026-11-01', currency: 'USD', rules: [{ unit: 'request', usd: model.priceUsd }] },
      ...(accepted === undefined ? {} : { inputs: accepted }),
      ...(model.description === undefined ? {} : { description: model.description }),
    };
  },
  forbiddenCode: 'forbidden',
  matches: (model, id) => model.id === id,
};
