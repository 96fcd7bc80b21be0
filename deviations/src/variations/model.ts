import { patch } from '@gateproof/simulator/behaviour';
import { isObject, refusing, retelling } from '../changes/exchange-changes.ts';
import type { Variation } from '../variation.ts';
import { differing } from './differing.ts';

/** Modalities of the models that the contract's routes run. */
const routed: readonly unknown[] = ['text', 'image', 'audio_stt'];

/** How the catalogue may be told otherwise. */
export const modelVariations: readonly Variation[] = [
  differing(
    'model.list.reversed',
    'F018',
    'lists the newest model first',
    patch('models', ({ list }) => ({ list: (entries) => list([...entries].reverse()) })),
  ),
  differing(
    'model.list.more-fields',
    'F018',
    'tells more beside the list',
    patch('models', ({ list }) => ({ list: (entries) => ({ ...list(entries), has_more: false, next: null }) })),
  ),
  differing(
    'model.list.routed',
    'F017',
    'lists no models that no route runs',
    patch('models', ({ list }) => ({
      list: (entries) => list(entries.filter(({ modality }) => routed.includes(modality))),
    })),
  ),
  differing(
    'model.list.broken',
    'F135',
    'lists a model that has no endpoint just now',
    refusing(
      ({ route, body }) => route === 'chat' && isObject(body) && body.model === 'gateproof/echo',
      'no_endpoint_available',
      'gateproof/echo has no endpoint just now.',
    ),
  ),
  differing(
    'model.list.without-inputs',
    'F132',
    'tells inputs in single reads only',
    patch('models', ({ render }) => ({
      render(model, where) {
        const { inputs, ...told } = render(model, where) as { inputs?: unknown };
        return where === 'list' || inputs === undefined ? told : { ...told, inputs };
      },
    })),
  ),
  differing(
    'model.inputs.schema',
    'F012',
    'tells inputs as a JSON Schema',
    patch('models', ({ render }) => ({
      render(model, where) {
        const told = render(model, where) as { inputs?: object };
        return told.inputs === undefined ? told : { ...told, inputs: { type: 'object', properties: told.inputs } };
      },
    })),
  ),
  differing(
    'model.inputs.everywhere',
    'F133',
    'tells inputs of text models too',
    patch('models', ({ render }) => ({
      render: (model, where) => ({
        ...(model.modality === 'text' ? { inputs: { messages: {} } } : {}),
        ...render(model, where),
      }),
    })),
  ),
  differing(
    'model.pricing.no-rules',
    'F011',
    'tells an empty list of pricing rules',
    patch('models', ({ render }) => ({
      render: (model, where) => ({
        ...render(model, where),
        pricing: { price_version: '2026-11-01', currency: 'USD', rules: [] },
      }),
    })),
  ),
  differing(
    'model.owned-by',
    'F134',
    'tells the gateway as the owner',
    patch('models', ({ render }) => ({
      render: (model, where) => ({ ...render(model, where), owned_by: 'the gateway' }),
    })),
  ),
  differing(
    'model.get.two-parts',
    'F046',
    'knows no path of a model but author and slug',
    retelling(
      ({ status }, { route, path }) => route === 'model-get' && status === 404 && !/models\/.*(\/|%2F)/i.test(path),
      404,
      'not_found',
    ),
  ),
  differing(
    'model.forbidden.404',
    'F043',
    'hides models outside the set',
    patch('models', { forbiddenCode: 'model_not_found' }),
  ),
  differing(
    'model.forbidden.200',
    'F043',
    'tells models outside the set',
    patch('models', { forbiddenCode: undefined }),
  ),
];
