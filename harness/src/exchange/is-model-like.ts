import type { JsonObject } from './json.ts';

/** Fields that models have and other answers have not. */
const ofModels = ['owned_by', 'modality', 'pricing'];

/** Whether an object is a Model, whatever it lacks: one that says that it is a model, or something that only models say. */
export function isModelLike(body: JsonObject): boolean {
  return body.object === 'model' || ofModels.some((name) => Object.hasOwn(body, name));
}
