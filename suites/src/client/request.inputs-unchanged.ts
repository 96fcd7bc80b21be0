import { expectEqualJson, expectThat } from '@gateproof/harness';
import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { reportOf, transcriptionParams } from '../support/client/expectations.ts';
import { bodyOf, lastRequest } from '../support/client/last-request.ts';
import { attempt, controlOperation, type Operation, operations } from '../support/client/operations.ts';
import { errorAnswer, jobBody, refusalAtOnce } from '../support/client/replies.ts';

const { create_image: image, create_transcription: transcription, chat, chat_stream: chatStream } = operations;
const audio = transcriptionParams.inputs;

/** Inputs of the kinds and names that models have. */
const inputs = {
  'nested values': { prompt: 'Zoë "red" \u{1F3A8}', size: '64x64', n: 2, options: { seed: 7, tags: ['a', 'b'] } },
  'false, zero and empty': { prompt: 'a', enhance: false, seed: 0, negative_prompt: '', loras: [], extra: {} },
  'names in every style': { prompt: 'a', aspectRatio: '1:1', guidance_scale: 7.5, 'x-mode': 'b', N: 1 },
  'nested names in every style': {
    prompt: 'a',
    control_net: { model_id: 'b', guidanceScale: 1, 'x-mode': 2, Strength_2: 3 },
    loras: [{ model_path: 'c', scaleBy: 0.5, tags: [{ first_name: 'd', secondName: 'e' }] }],
  },
  'nested false, zero, empty and null': {
    prompt: 'a',
    options: { enhance: false, seed: 0, suffix: '', mask: null, tags: [], more: {} },
    layers: [null, '', 0, false, [], {}],
  },
  'letters of the world': {
    prompt: 'e\u0301 \u00e9 ﬁ \uFEFFa\u200B',
    options: { caption: 'e\u0301 ﬁ', schlüssel_ä: 'ö' },
  },
  'names that libraries use themselves': {
    prompt: 'a',
    timeout: 30,
    headers: { a: 'b' },
    type: 'c',
    id: 'd',
    stream: 'e',
  },
  'odd text': { prompt: '  two\r\nlines\t\u2028<b>&amp;</b> ' },
  'lists of one and of many': {
    prompt: 'a',
    tags: ['one'],
    images: ['b', 'c'],
    mask: [
      [0, 1],
      [1, 0],
    ],
  },
  'dates and addresses': {
    prompt: 'a',
    since: '2026-11-20T10:00:00+02:00',
    day: '2026-11-20',
    image_url: 'https://Images.example.com:443/a/../b.png?x=1#y',
  },
  'long text': { prompt: 'word '.repeat(4_000) },
  'numbers and number-like text': {
    prompt: '42',
    seed: 9_007_199_254_740_991,
    strength: 0.1,
    size: '1024',
    flag: 'true',
  },
};
const inputRows: Readonly<Record<string, { operation: Operation; given: object }>> = {
  ...Object.fromEntries(
    Object.entries(inputs).map(([name, given]) => [`create_image: ${name}`, { operation: image, given }]),
  ),
  ...Object.fromEntries(
    Object.entries(inputs).map(([name, given]) => [
      `create_transcription: ${name}`,
      { operation: transcription, given: { ...audio, ...given } },
    ]),
  ),
};
/** Fields of a submission that are no inputs. */
const ownFields = new Set(['models', 'retry_of', 'provider', 'svc']);

const inputsUnchanged = clientRows(
  'client.request.inputs-unchanged',
  inputRows,
  async (world, { operation, given }) => {
    await controlOperation(world, operation);
    const { model } = operation.params;
    await attempt(world, { ...operation, params: { model, inputs: given } }, [operation.served]);
    const { body, request } = lastRequest(world, operation.path);
    const sent = Object.fromEntries(Object.entries(body).filter(([name]) => !ownFields.has(name)));
    expectEqualJson(world, { model, ...given }, sent, 'the inputs at the top level', {
      exchanges: [request.exchange.id],
    });
  },
);

const urls = [
  audio.audio_url,
  'https://audio.example.com/a%20b.mp3#t=10',
  'https://audio.example.com:8443/Zo%C3%AB.ogg?X-Amz-Signature=AbC%3D%3D&e=1',
];

const audioAsUrl = clientRows('client.request.audio-as-url', urls, async (world, url) => {
  world.answer(() => transcription.served);
  await world.call('create_transcription', { ...transcriptionParams, inputs: { audio_url: url } });
  const request = world.requests().find(({ method }) => method === 'POST');
  expectThat(world, request !== undefined && bodyOf(request).audio_url === url, {
    expected: `audio_url ${url} in a JSON body`,
    observed: request === undefined ? 'no submission' : (JSON.stringify(request.json) ?? 'a body that is no JSON'),
    exchanges: request === undefined ? [] : [request.exchange.id],
  });
});

/** A client may collect the reply of a plain chat from a stream: then it must read that stream. */
const streamAsked = clientRows('client.request.stream-asked', ['at first', 'again'], async (world, when) => {
  const failure = errorAnswer('snapshot_expired', { retry_after_ms: 0 }, { 'retry-after': '0' });
  for (const operation of [chatStream, chat]) {
    const answers = when === 'again' ? [failure, operation.served] : [operation.served];
    const { answer, requests } = await attempt(world, operation, answers);
    for (const request of requests) {
      const { stream } = bodyOf(request);
      const isCollected = stream === true && (answer.ok || requests.length < answers.length);
      expectThat(world, operation === chatStream ? stream === true : stream !== true || isCollected, {
        expected:
          operation === chatStream
            ? 'stream true for a streamed chat'
            : 'no stream true for a plain chat, unless the client collects the reply from the stream',
        observed: `stream ${JSON.stringify(stream) ?? 'absent'}${answer.ok ? '' : `; ${reportOf(answer)}`}`,
        exchanges: [request.exchange.id],
      });
    }
  }
});

const cancelWithoutBody = clientRows(
  'client.request.cancel-without-body',
  ['canceled', 'processing', 'canceled, sent again'],
  async (world, row) => {
    const { cancel_job: cancel } = operations;
    const [state = row, again] = row.split(', ');
    const before = again === undefined ? [] : [refusalAtOnce('snapshot_expired')];
    const { requests } = await attempt(world, cancel, [...before, { body: jobBody(state) }]);
    const cancels = requests.filter(({ method, path }) => method !== 'GET' || path.includes('cancel'));
    expectThat(world, cancels.length > 0, { expected: `POST ${cancel.path}`, observed: 'no such request' });
    for (const { method, path, exchange } of cancels) {
      const { length } = exchange.request.body;
      expectThat(world, method === 'POST' && path.split('?')[0] === cancel.path && length === 0, {
        expected: `POST ${cancel.path} without a body`,
        observed: `${method} ${path} with ${length} bytes`,
        exchanges: [exchange.id],
      });
    }
  },
);

/** What a client makes of what its caller gave it for a job, and how it asks for streams and cancels (Endpoints). */
const bodies: readonly ClientCheck[] = [inputsUnchanged, audioAsUrl, streamAsked, cancelWithoutBody];
export default bodies;
