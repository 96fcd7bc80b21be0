import { controlThat, expectThat } from '@gateproof/harness';
import { type ClientCheck, clientCheck, clientRows } from '../support/client/define-client-check.ts';
import { chatParams, controlChat, expectOk, imageParams, told } from '../support/client/expectations.ts';
import { completion, jobBody, modelBody } from '../support/client/replies.ts';

const contents = ['plain words', ' padded \n lines ', 'Zoë 日本語 \u{1F3A8}', '{"json": true}', ''];

const content = clientRows('client.answer.content', contents.slice(0, 4), async (world, text) => {
  await controlChat(world);
  world.answer(() => completion(text));
  const result = expectOk(world, await world.call('chat', chatParams), 'a chat');
  expectThat(world, result.content === text, {
    expected: JSON.stringify(text),
    observed: JSON.stringify(result.content),
  });
});

const jobAccepted = clientRows('client.answer.job-accepted', ['queued', 'processing'], async (world, state) => {
  world.answer(() => ({ status: 202, body: jobBody(state, { id: `job_${state}` }) }));
  const result = expectOk(world, await world.call('create_image', imageParams), 'a submission that is answered 202');
  expectThat(world, result.id === `job_${state}` && result.state === state, {
    expected: `job_${state}, ${state}`,
    observed: `${String(result.id)}, ${String(result.state)}`,
  });
});

const alreadyFinal = clientRows('client.answer.job-already-final', ['succeeded', 'canceled'], async (world, state) => {
  world.answer(() => ({ status: 202, body: jobBody(state) }));
  const result = expectOk(world, await world.call('create_image', imageParams), 'a job that is final in its 202');
  expectThat(world, result.state === state, { expected: state, observed: String(result.state) });
});

const optionalFields = clientCheck('client.answer.optional-fields', async (world) => {
  await controlChat(world);
  world.answer(() => ({ body: { choices: [{ index: 0, message: { role: 'assistant', content: 'bare' } }] } }));
  const result = expectOk(world, await world.call('chat', chatParams), 'a completion without its optional fields');
  expectThat(world, result.content === 'bare', { expected: 'bare', observed: String(result.content) });
});

const unknownFields = clientCheck('client.answer.unknown-fields', async (world) => {
  await controlChat(world);
  world.answer(() =>
    completion('fine', {
      service_tier: { deep: [1] },
      warnings: ['new'],
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'fine', annotations: [] },
          finish_reason: 'stop',
          extra: null,
        },
      ],
    }),
  );
  const result = expectOk(world, await world.call('chat', chatParams), 'a completion with unknown fields');
  expectThat(world, result.content === 'fine', { expected: 'fine', observed: String(result.content) });
});

const unknownValues = clientCheck('client.answer.unknown-values', async (world) => {
  world.answer(() => ({
    body: jobBody('succeeded', {
      modality: 'hologram',
      svc_metadata: { generation_id: 'gen_1', retention_class: 'eternal', region: 'moon', policy: ['new'] },
    }),
  }));
  const answer = await world.call('get_job', { job_id: 'job_1' });
  controlThat(world.requests().length > 0, 'the client sent no request');
  const result = expectOk(world, answer, 'a job with unknown words');
  expectThat(world, result.state === 'succeeded', { expected: 'succeeded', observed: told(answer) });
});

const numberSpelling = clientCheck('client.answer.number-spelling', async (world) => {
  await controlChat(world);
  const body = JSON.stringify(completion('fine').body)
    .replace('"total_tokens":8', '"total_tokens":8.0')
    .replace('1790000000', '1.79e9');
  world.answer(() => ({ body }));
  expectOk(world, await world.call('chat', chatParams), 'a completion with numbers in another spelling');
});

const answeringModel = clientCheck('client.answer.answering-model', async (world) => {
  await controlChat(world);
  world.answer(() => completion('fine', { model: 'acme/fallback' }));
  const result = expectOk(
    world,
    await world.call('chat', { ...chatParams, models: ['acme/fallback'] }),
    'a chat that a fallback model served',
  );
  expectThat(world, result.model === 'acme/fallback', {
    expected: 'acme/fallback, the model that answered',
    observed: String(result.model),
  });
});

const listed = clientCheck('client.model.listed', async (world) => {
  const ids = ['acme/talker', 'acme/painter', 'other/one'];
  world.answer(() => ({ body: { object: 'list', data: ids.map((id) => modelBody(id)) } }));
  const result = expectOk(world, await world.call('list_models', {}), 'a model list');
  expectThat(world, JSON.stringify(result.ids) === JSON.stringify(ids), {
    expected: ids.join(', '),
    observed: JSON.stringify(result.ids),
  });
});

const slash = clientCheck('client.model.slash', async (world) => {
  world.answer(({ path }) =>
    path === '/v1/models/acme/talker'
      ? { body: modelBody('acme/talker') }
      : {
          status: 404,
          body: {
            error: {
              code: 'model_not_found',
              message: 'No.',
              kind: 'terminal',
              scope: 'model',
              type: 'x',
              param: null,
            },
          },
        },
  );
  const answer = await world.call('get_model', { model: 'acme/talker' });
  const paths = world.requests().map(({ path }) => path);
  expectThat(world, answer.ok && answer.result.id === 'acme/talker', {
    expected: 'the model, read under /v1/models/acme/talker',
    observed: `${told(answer)}; ${paths.join(', ')}`,
  });
});

const unknown = clientCheck('client.model.unknown', async (world) => {
  world.answer(() => ({ body: modelBody('acme/talker') }));
  expectOk(world, await world.call('get_model', { model: 'acme/talker' }), 'a known model');
  world.answer(() => ({
    status: 404,
    body: {
      error: {
        code: 'model_not_found',
        message: 'No such model.',
        kind: 'terminal',
        scope: 'model',
        type: 'x',
        param: null,
      },
    },
  }));
  const answer = await world.call('get_model', { model: 'acme/nobody' });
  expectThat(world, !answer.ok && answer.error.code === 'model_not_found', {
    expected: 'a failure with model_not_found',
    observed: told(answer),
  });
});

/** What a client makes of answers (Resources). */
export const model: readonly ClientCheck[] = [listed, slash, unknown];
const answers: readonly ClientCheck[] = [
  content,
  jobAccepted,
  alreadyFinal,
  optionalFields,
  unknownFields,
  unknownValues,
  numberSpelling,
  answeringModel,
];
export default answers;
