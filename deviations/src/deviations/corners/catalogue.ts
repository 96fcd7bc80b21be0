import { patch } from '@gateproof/simulator/behaviour';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';

const authorOf = (id: string) => id.split('/')[0];

/** Ways to get the catalogue wrong in one corner only. */
export const catalogueCorners: readonly Deviation[] = [
  breaking(
    'model.list.restricted:in-turn',
    'answers a key that lists again with what another key of one model has listed meanwhile',
    (behaviour) => {
      const known = new Set<string>();
      let last = '';
      return patch('models', ({ visible }) => ({
        visible(models, allowed) {
          const [only = ''] = allowed?.length === 1 ? allowed : [];
          const shown = known.has(only) && last !== only && models.some(({ id }) => id === last) ? [last] : allowed;
          if (only !== '') last = only;
          known.add(only);
          return visible(models, shown);
        },
      }))(behaviour);
    },
  ),
  breaking(
    'model.list.restricted:author',
    'lists what has the author of an allowed model',
    patch('models', {
      visible: (models, allowed) =>
        allowed === undefined
          ? models
          : models.filter(({ id }) => allowed.some((one) => authorOf(one) === authorOf(id))),
    }),
  ),
  breaking(
    'model.list.restricted:prefix',
    'lists what begins with an allowed id',
    patch('models', {
      visible: (models, allowed) =>
        allowed === undefined ? models : models.filter(({ id }) => allowed.some((one) => id.startsWith(one))),
    }),
  ),
  breaking(
    'model.get.unknown:deeper',
    'finds a model by its id with a further part behind it',
    patch('models', ({ matches }) => ({
      matches: (model, id) => matches(model, id) || id.startsWith(`${model.id}/`),
    })),
  ),
  breaking(
    'model.list.restricted:some',
    'lists the text models of every key',
    patch('models', ({ visible }) => ({
      visible: (models, allowed) => {
        const seen = visible(models, allowed);
        return allowed === undefined
          ? seen
          : models.filter((model) => seen.includes(model) || model.modality === 'embeddings');
      },
    })),
  ),
  breaking(
    'model.list.restricted-complete:first',
    "lists the first model of a key's set only",
    patch('models', ({ visible }) => ({
      visible: (models, allowed) => visible(models, allowed?.slice(0, 1)),
    })),
  ),
  breaking(
    'model.list.restricted-complete:text',
    "lists the text models of a key's set only",
    patch('models', ({ visible }) => ({
      visible: (models, allowed) =>
        visible(models, allowed).filter(({ modality }) => allowed === undefined || modality === 'text'),
    })),
  ),
];
