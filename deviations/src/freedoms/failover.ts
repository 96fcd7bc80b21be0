import { patch } from '@gateproof/simulator/behaviour';
import { differing } from '../differing.ts';
import type { Variation } from '../variation.ts';

/** How endpoints may be tried and catalogues rendered otherwise. */
export const failoverVariations: readonly Variation[] = [
  differing('model.list.turning', 'F018', 'lists the models in another order each time', (behaviour) => {
    let turn = 0;
    return patch('models', ({ list }) => ({
      list(entries) {
        turn += 1;
        const at = entries.length === 0 ? 0 : turn % entries.length;
        return list([...entries.slice(at), ...entries.slice(0, at)]);
      },
    }))(behaviour);
  }),
  differing(
    'model.pricing.nested-rules',
    'F011',
    'renders pricing rules of any depth',
    patch('models', ({ render }) => ({
      render: (model, where) => ({
        ...render(model, where),
        pricing: {
          price_version: '7',
          currency: 'EUR',
          rules: [{}, { when: { tokens: { over: 1e6 } }, tiers: [[1, '2'], null], usd: '0.10' }],
        },
      }),
    })),
  ),
  differing(
    'model.more-fields',
    'F026',
    'renders more of each model',
    patch('models', ({ render }) => ({
      render: (model, where) => ({
        context_window: model.contextWindow,
        ...render(model, where),
        created: 0,
        permission: [],
        root: null,
      }),
    })),
  ),
  differing(
    'model.inputs.listed-twice',
    'F012',
    'renders of each input whether it is required, by name',
    patch('models', ({ render }) => ({
      render(model, where) {
        const rendered = render(model, where) as { inputs?: object };
        return rendered.inputs === undefined
          ? rendered
          : { ...rendered, inputs: Object.fromEntries(Object.keys(rendered.inputs).map((name) => [name, 'optional'])) };
      },
    })),
    { 'model.inputs.schema': 'both say in which form inputs are listed' },
  ),
  differing(
    'model.list.page',
    'F018',
    'lists forty models at first, and says that there are more',
    patch('models', ({ list }) => ({
      list: (entries) => ({
        ...list(entries.length > 40 ? entries.slice(-40) : entries),
        has_more: entries.length > 40,
      }),
    })),
  ),
];
