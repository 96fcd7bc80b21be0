import {
  type Account,
  controlServed,
  controlThat,
  defineCheck,
  expectEqualJson,
  type JsonObject,
  type Model,
  NotArranged,
  NotExercised,
  type World,
} from '@gateproof/harness';
import type { ModelModality } from '@gateproof/spec';
import { every } from '../../support/every.ts';
import { ifGranted } from '../../support/if-granted.ts';
import { listedEntry } from '../../support/model-entries.ts';
import { readerOf } from '../../support/reader-of.ts';

const nextSecondMs = 1_050;
const most: readonly ModelModality[] = ['text', 'image', 'audio_stt', 'embeddings'];

/**
 * A modality, a text model that costs nothing, whose price careless code takes for none, an image model that a key restricted to it reads, or
 * one that stands in the list between others.
 */
type Kind = ModelModality | 'free' | 'restricted' | 'among others';

async function modelAmongOthers(account: Account): Promise<Model> {
  await account.model();
  const between = await account.model({ modality: 'image' });
  await account.model();
  return between;
}

async function modelOf(account: Account, world: World, kind: Kind): Promise<Model> {
  const isOurs = world.has('models') && world.has('upstreams');
  if (kind === 'among others') {
    if (!isOurs) throw new NotArranged('no further models can be made');
    return modelAmongOthers(account);
  }
  if (kind === 'restricted') return isOurs ? account.model({ modality: 'image' }) : account.usableModel();
  if (kind !== 'free') return isOurs ? account.model({ modality: kind }) : account.usableModel(kind);
  if (!isOurs) throw new NotArranged('the testbed makes no models of a given price');
  return ifGranted(account.model({ priceUsd: 0 }));
}

/** A field of a model in the list and of the model read alone; `present` is the rule that says that every model has it. */
function agrees(name: string, field: string, kinds: readonly Kind[], present?: string) {
  return defineCheck({
    rule: `model.agreement.${name}`,
    waits: name === 'created',
    ...every(...kinds),
    async decide(world, kind) {
      const account = await world.account();
      const { id, modality } = await modelOf(account, world, kind);
      const key = await readerOf(world, account, kind === 'restricted' ? id : undefined);
      const list = await key.models();
      // A moment that is made up at each read counts in whole seconds.
      if (name === 'created') await world.pause(nextSecondMs);
      const alone = await key.model(id);
      controlServed(list);
      const model: JsonObject = controlServed(alone);
      const entry = listedEntry(list, { id, modality });
      if (name === 'inputs' && (entry.inputs === undefined || model.inputs === undefined)) {
        throw new NotExercised('inputs do not stand in both');
      }
      const isReported = model[field] !== undefined || entry[field] !== undefined;
      controlThat(isReported, `${id} has no ${field}, neither in the list nor alone`, present);
      expectEqualJson(world, model[field], entry[field], `${field} in the list`, { exchanges: [alone.id, list.id] });
    },
  });
}

/** The list and the single read show the same of a model (Resources › Model). */
export default [
  agrees('modality', 'modality', [...most, 'restricted', 'among others'], 'model.field.modality.present'),
  agrees('pricing', 'pricing', [...most, 'free', 'restricted', 'among others'], 'model.field.pricing.type'),
  agrees('created', 'created', [...most, 'restricted', 'among others'], 'model.field.created.type'),
  agrees('owned-by', 'owned_by', [...most, 'restricted', 'among others'], 'model.field.owned-by.type'),
  agrees('inputs', 'inputs', ['image', 'audio_stt', 'restricted', 'among others']),
];
