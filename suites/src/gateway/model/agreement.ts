import { controlServed, defineCheck, expectEqualJson, type JsonObject, NotExercised } from '@gateproof/harness';
import type { ModelModality } from '@gateproof/spec';
import { every } from '../../support/every.ts';
import { listedEntry } from '../../support/model-entries.ts';

const nextSecondMs = 1_050;
const most: readonly ModelModality[] = ['text', 'image', 'audio_stt', 'embeddings'];

/** A field of a model in the list and of the model read alone. */
function agrees(name: string, field: string, modalities: readonly ModelModality[]) {
  return defineCheck({
    rule: `model.agreement.${name}`,
    waits: name === 'created',
    ...every(...modalities),
    cases: modalities.length,
    async decide(world, modality) {
      const account = await world.account();
      const id =
        world.has('models') && world.has('upstreams')
          ? (await account.model({ modality })).id
          : (await account.usableModel(modality)).id;
      const list = await account.key.models();
      // A moment that is made up at each read counts in whole seconds.
      if (name === 'created') await world.until(() => false, nextSecondMs);
      const alone = await account.key.model(id);
      controlServed(list);
      const model: JsonObject = controlServed(alone);
      const entry = listedEntry(list, { id, modality });
      if (name === 'inputs' && (entry.inputs === undefined || model.inputs === undefined)) {
        throw new NotExercised('inputs do not stand in both');
      }
      expectEqualJson(world, model[field], entry[field], `${field} in the list`, { exchanges: [alone.id, list.id] });
    },
  });
}

/** The list and the single read tell the same of a model (Resources › Model). */
export default [
  agrees('modality', 'modality', most),
  agrees('pricing', 'pricing', most),
  agrees('created', 'created', most),
  agrees('owned-by', 'owned_by', most),
  agrees('inputs', 'inputs', ['image', 'audio_stt']),
];
