import { expectThat } from '@gateproof/harness';
import { modelModalities } from '@gateproof/spec';
import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { expectOk, reportOf, requireOk } from '../support/client/expectations.ts';
import { answerAside, operations } from '../support/client/operations.ts';
import { errorAnswer, modelBody } from '../support/client/replies.ts';

const longId = `Acme/${'Long-'.repeat(20)}model`;
const lists = {
  'three of one author and others': ['acme/talker', 'acme/painter', 'other/one'],
  many: Array.from({ length: 250 }, (_, place) => `author-${place % 7}/model-${place}`),
  'unsorted, with letters of both cases': ['z/Last', 'a/first', 'Mid/dle-V2.1', 'a.b-c/d_e:free', 'z/last', longId],
  'every modality': modelModalities.map((modality) => `acme/${modality}`),
  'one name of several authors': ['acme/talker', 'other/talker', 'acme/talker-2', 'Other/talker'],
  none: [],
};

const listed = clientRows('client.model.listed', lists, async (world, ids) => {
  const data = ids.map((id, place) =>
    modelBody(id, {
      modality: modelModalities[place % modelModalities.length],
      created: place,
      owned_by: place % 2 === 0 ? 'acme' : 'other',
      ...(place % 3 === 0 ? { inputs: { prompt: { type: 'string' } } } : {}),
    }),
  );
  if (ids.length === 0) {
    world.answer(() => ({ body: { object: 'list', data: [modelBody('acme/talker')] } }));
    expectOk(world, await world.call('list_models', {}), 'a model list');
  }
  world.answer(() => ({ body: { object: 'list', data } }));
  const result = expectOk(world, await world.call('list_models', {}), 'a model list');
  const given = Array.isArray(result.ids) ? result.ids.map(String) : [];
  // In any order (freedom F153).
  expectThat(world, Array.isArray(result.ids) && given.toSorted().join() === ids.toSorted().join(), {
    expected: `${ids.length} models: ${ids.slice(0, 8).join(', ')}`,
    observed: JSON.stringify(result.ids)?.slice(0, 300) ?? 'no ids',
  });
});

/** A model, and one that is read before it. */
interface ReadModel {
  readonly id: string;
  readonly before?: string;
}
const idRows: Readonly<Record<string, ReadModel>> = {
  ...Object.fromEntries(['acme/talker', 'Acme/Talker-V2.1', 'a.b-c/d_e:free', longId].map((id) => [id, { id }])),
  'the same name of another author': { id: 'other/talker', before: 'acme/talker' },
  'another model of the same author': { id: 'acme/painter', before: 'acme/talker' },
};

/** Only the slash stands as it is; a client may encode other characters. */
const slash = clientRows('client.model.slash', idRows, async (world, { id, before }) => {
  const [author = '', slug = ''] = id.split('/');
  world.answer((request) => {
    const aside = answerAside(operations.get_model, request);
    if (aside !== undefined) return aside;
    const [bare = ''] = request.path.split('?');
    if (before !== undefined && decodeURIComponent(bare).endsWith(before)) return { body: modelBody(before) };
    const [, version, models, ...parts] = bare.split('/');
    const isModel = version === 'v1' && models === 'models' && parts.length === 2;
    return isModel && decodeURIComponent(parts[0] ?? '') === author && decodeURIComponent(parts[1] ?? '') === slug
      ? { body: modelBody(id) }
      : errorAnswer('model_not_found');
  });
  const answer = await world.onOneClient(async (call) => {
    if (before !== undefined) {
      expectOk(world, await call('get_model', { model: before }), 'a model that is read before');
    }
    return call('get_model', { model: id });
  });
  const paths = world.requests().map(({ path }) => path);
  expectThat(world, answer.ok && answer.result.id === id, {
    expected: `the model, read under /v1/models/${id}`,
    observed: `${reportOf(answer)}; ${paths.join(', ')}`,
  });
});

const unknown = clientRows('client.model.unknown', ['acme/nobody', 'acme/talker-2'], async (world, model) => {
  world.answer(() => ({ body: modelBody('acme/talker') }));
  requireOk(await world.call('get_model', { model: 'acme/talker' }), 'a known model', 'client.model.slash');
  world.answer(() => errorAnswer('model_not_found'));
  const answer = await world.call('get_model', { model });
  expectThat(world, !answer.ok && answer.error.code === 'model_not_found', {
    expected: 'a failure with model_not_found',
    observed: reportOf(answer),
  });
});

/** What a client makes of the catalogue (Endpoints › GET /v1/models). */
const model: readonly ClientCheck[] = [listed, slash, unknown];
export default model;
