import { SetupFailed } from '../check/setup-failed.ts';
import { isObject } from '../exchange/json.ts';
import { jsonOf } from '../exchange/json-of.ts';
import type { Key, Model } from './world.ts';

/** A text model that the key can use: the one that is known, or the first of the list. Throws `SetupFailed` when there is none. */
export async function listedModel(known: string | undefined, key: Key): Promise<Model> {
  if (known !== undefined) return textModel(known);
  const list = jsonOf(await key.models());
  const entries = list.ok && isObject(list.value) && Array.isArray(list.value.data) ? list.value.data : [];
  const text = entries.find((entry) => isObject(entry) && entry.modality === 'text' && typeof entry.id === 'string');
  if (text === undefined) {
    throw new SetupFailed('GET /v1/models lists no text model that a request could name', {
      prerequisite: 'model.list.answered',
    });
  }
  return textModel(text.id);
}

function textModel(id: string): Model {
  return { id, modality: 'text', upstreams: [], inputs: {} };
}
