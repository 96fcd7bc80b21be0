import { expectEqualJson, expectThat } from '@gateproof/harness';
import { type ClientCheck, clientCheck, clientRows } from '../support/client/define-client-check.ts';
import { chatParams, controlChat, hello, imageParams, transcriptionParams } from '../support/client/expectations.ts';
import { lastRequest } from '../support/client/last-request.ts';
import { completion, jobBody, streamOfPieces } from '../support/client/replies.ts';

const chatPath = '/v1/chat/completions';
const served = () => completion('fine');
const accepted = () => ({ status: 202, body: jobBody('queued') });

const modelUnchanged = clientRows(
  'client.request.model-unchanged',
  ['acme/talker', 'Acme/Talker-V2.1', 'a.b-c/d_e:free'],
  async (world, model) => {
    await controlChat(world);
    world.answer(served);
    await world.call('chat', { ...chatParams, model });
    const { body, request } = lastRequest(world, chatPath);
    expectThat(world, body.model === model, {
      expected: `model ${model}`,
      observed: String(body.model),
      exchanges: [request.exchange.id],
    });
  },
);

const conversations = [
  [...hello],
  [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'one' },
    { role: 'assistant', content: 'two' },
    { role: 'user', content: ' three ' },
  ],
];

const messagesUnchanged = clientRows('client.request.messages-unchanged', conversations, async (world, messages) => {
  await controlChat(world);
  world.answer(served);
  await world.call('chat', { ...chatParams, messages });
  const { body, request } = lastRequest(world, chatPath);
  expectEqualJson(world, messages, body.messages, 'the messages', { exchanges: [request.exchange.id] });
});

const texts = ['Zoë 日本語', '\u{1F3A8}\u{1F469}\u200D\u{1F680}', 'e\u0301 \u2028 "quoted" \\'];

const unicodeUnchanged = clientRows('client.request.unicode-unchanged', texts, async (world, content) => {
  await controlChat(world);
  world.answer(served);
  await world.call('chat', { ...chatParams, messages: [{ role: 'user', content }] });
  const { body, request } = lastRequest(world, chatPath);
  expectEqualJson(world, [{ role: 'user', content }], body.messages, 'the messages', {
    exchanges: [request.exchange.id],
  });
});

const fallbackModels = clientRows(
  'client.request.fallback-models',
  [['a/1'], ['a/2', 'b/1', 'a/1', 'c/9', 'c/1']],
  async (world, models) => {
    await controlChat(world);
    world.answer(served);
    await world.call('chat', { ...chatParams, models });
    const { body, request } = lastRequest(world, chatPath);
    expectEqualJson(world, models, body.models, 'models', { exchanges: [request.exchange.id] });
  },
);

const noListAdded = clientCheck('client.request.no-list-added', async (world) => {
  await controlChat(world);
  world.answer(served);
  await world.call('chat', chatParams);
  const { body, request } = lastRequest(world, chatPath);
  const isAbsent =
    body.models === undefined || body.models === null || (Array.isArray(body.models) && body.models.length === 0);
  expectThat(world, isAbsent, {
    expected: 'no models',
    observed: JSON.stringify(body.models),
    exchanges: [request.exchange.id],
  });
});

const inputsUnchanged = clientCheck('client.request.inputs-unchanged', async (world) => {
  world.answer(accepted);
  const inputs = { prompt: 'Zoë "red" \u{1F3A8}', size: '64x64', n: 2, options: { seed: 7, tags: ['a', 'b'] } };
  await world.call('create_image', { model: imageParams.model, inputs });
  const { body, request } = lastRequest(world, '/v1/images/generations');
  const sent = Object.fromEntries(Object.keys(inputs).map((name) => [name, body[name]]));
  expectEqualJson(
    world,
    { model: imageParams.model, ...inputs },
    { model: body.model, ...sent },
    'the inputs at the top level',
    { exchanges: [request.exchange.id] },
  );
});

const audioAsUrl = clientCheck('client.request.audio-as-url', async (world) => {
  world.answer(accepted);
  await world.call('create_transcription', transcriptionParams);
  const { body, request } = lastRequest(world, '/v1/audio/transcriptions');
  expectThat(world, body.audio_url === transcriptionParams.inputs.audio_url, {
    expected: 'the audio URL in a JSON body',
    observed: JSON.stringify(request.json) ?? 'a body that is no JSON',
    exchanges: [request.exchange.id],
  });
});

const streamAsked = clientCheck('client.request.stream-asked', async (world) => {
  await controlChat(world);
  world.answer(({ json }) =>
    (json as { stream?: unknown })?.stream === true ? { events: streamOfPieces(['a']) } : completion('a'),
  );
  await world.call('chat_stream', chatParams);
  const streamed = lastRequest(world, chatPath);
  await world.call('chat', chatParams);
  const plain = lastRequest(world, chatPath);
  expectThat(world, streamed.body.stream === true && plain.body.stream !== true, {
    expected: 'stream true when streaming is asked for, and not otherwise',
    observed: `stream ${String(streamed.body.stream)} and ${String(plain.body.stream)}`,
    exchanges: [streamed.request.exchange.id, plain.request.exchange.id],
  });
});

const cancelWithoutBody = clientCheck('client.request.cancel-without-body', async (world) => {
  world.answer(() => ({ body: jobBody('canceled') }));
  await world.call('cancel_job', { job_id: 'job_1' });
  const { request } = lastRequest(world, '/v1/jobs/job_1/cancel');
  const { length } = request.exchange.request.body;
  expectThat(world, request.method === 'POST' && length === 0, {
    expected: 'a POST without a body',
    observed: `${request.method} with ${length} bytes`,
    exchanges: [request.exchange.id],
  });
});

/** What a client makes of what its caller gave it (Endpoints). */
const bodies: readonly ClientCheck[] = [
  modelUnchanged,
  messagesUnchanged,
  unicodeUnchanged,
  fallbackModels,
  noListAdded,
  inputsUnchanged,
  audioAsUrl,
  streamAsked,
  cancelWithoutBody,
];
export default bodies;
