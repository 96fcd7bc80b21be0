import type { Model } from '@gateproof/simulator/behaviour';
import { type Change, overrule } from '../change.ts';
import { type Edit, when } from '../edits/fields.ts';

/** The edit where a model is of the modality. */
export const ofModality = (modality: string, edit: Edit): Edit =>
  when(`of ${modality} models`, (model) => model.modality === modality, edit);

/** Which models the list shows to a key. `seen`: the right ones; `allowed`: the key's model set; `all`: those of the account. */
export const listModels = (
  words: string,
  choose: (seen: readonly Model[], allowed: readonly string[] | undefined, all: readonly Model[]) => readonly Model[],
): Change =>
  overrule('models.visible', `lists ${words}`, (visible, models, allowed) =>
    choose(visible(models, allowed), allowed, models),
  );

/** Which model a path names; `finds`: whether it names this one. */
export const findModels = (
  words: string,
  matches: (model: Model, id: string, finds: (model: Model, id: string) => boolean) => boolean,
): Change => overrule('models.matches', `finds ${words}`, (finds, model, id) => matches(model, id, finds));
