import type { BadClient, JsonObject } from '../client-behaviour.ts';
import { referenceClient as right } from '../reference-client.ts';
import { referenceOperations } from '../reference-operations.ts';
import { wired } from './patches.ts';

/** Clients that read the catalogue wrongly. */
export const modelDeviations: readonly BadClient[] = [
  {
    id: 'client.model.listed',
    changes: {
      ids: ({ data }) => (data as JsonObject[]).filter(({ modality }) => modality === 'text').map(({ id }) => id),
    },
  },
  {
    id: 'client.model.listed:twice',
    changes: { ids: (list) => (right.ids(list) as string[]).flatMap((id) => [id, id]) },
  },
  { id: 'client.model.listed:twenty', changes: { ids: (list) => (right.ids(list) as string[]).slice(0, 20) } },
  { id: 'client.model.listed:hundred', changes: { ids: (list) => (right.ids(list) as string[]).slice(0, 100) } },
  {
    id: 'client.model.listed:lower-case',
    changes: { ids: (list) => (right.ids(list) as string[]).map((id) => id.toLowerCase()) },
  },
  {
    id: 'client.model.listed:one-author',
    changes: {
      ids: ({ data }) => (data as JsonObject[]).filter(({ owned_by }) => owned_by === 'acme').map(({ id }) => id),
    },
  },
  {
    id: 'client.model.listed:ignoring-case',
    changes: {
      ids: (list) => [...new Map((right.ids(list) as string[]).map((id) => [id.toLowerCase(), id])).values()],
    },
  },
  {
    id: 'client.model.listed:new-ones-only',
    changes: { ids: ({ data }) => (data as JsonObject[]).filter(({ created }) => created !== 0).map(({ id }) => id) },
  },
  {
    id: 'client.model.slash',
    changes: {
      pathOf: (op, params) =>
        op === 'get_model' ? `/models/${encodeURIComponent(String(params.model))}` : right.pathOf(op, params),
    },
    entails: [],
  },
  {
    id: 'client.model.slash:slug-alone',
    changes: wired(({ url }) => ({ url: url.replace(/models\/[^/]+\//, 'models/') }), 'get_model'),
  },
  { id: 'client.model.slash:lower-case', changes: wired(({ url }) => ({ url: url.toLowerCase() }), 'get_model') },
  {
    id: 'client.model.slash:query',
    changes: wired(
      ({ url }, { given }) => ({ url: url.replace(/models\/.*$/, `models?id=${String(given.params?.model)}`) }),
      'get_model',
    ),
    entails: ['client.model.unknown'],
  },
  {
    id: 'client.model.unknown',
    changes: {
      operations: {
        ...referenceOperations,
        get_model: async (tools, given) => {
          try {
            return await referenceOperations.get_model(tools, given);
          } catch {
            return {};
          }
        },
      },
    },
    entails: ['client.model.slash'],
  },
  {
    id: 'client.model.unknown:not-found',
    changes: {
      error: ({ sent: error, status }) => ({
        ...right.error({ sent: error, status, headers: undefined, isLost: false }),
        ...(status === 404 ? { code: 'not_found' } : {}),
      }),
    },
  },
];
