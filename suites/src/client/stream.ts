import { type ClientWorld, controlThat, expectThat, type ScriptedAnswer } from '@gateproof/harness';
import type { DriverAnswer } from '@gateproof/spec';
import { type ClientCheck, clientCheck, clientRows } from '../support/client/define-client-check.ts';
import { chatParams, expectFailure, expectOk, told } from '../support/client/expectations.ts';
import { chunk, errorAnswer, errorObject, event, streamOfPieces } from '../support/client/replies.ts';

const pieces = ['Hello ', 'wor', 'ld, ', 'Zoë \u{1F3A8}', ' end'];
const whole = pieces.join('');

function stream(world: ClientWorld, answer: ScriptedAnswer, limitMs = 20_000): Promise<DriverAnswer> {
  world.answer(() => answer);
  return world.call('chat_stream', chatParams, { limitMs });
}

/** A whole stream is told as complete, and one that breaks off with an error is not: only then does an answer say something. */
async function controlStream(world: ClientWorld): Promise<void> {
  const good = await stream(world, { events: streamOfPieces(['control']) });
  controlThat(
    good.ok && good.result.content === 'control',
    `a plain stream is not reported with its content: ${told(good)}`,
    'client.stream.content',
  );
  const refused = await stream(world, errorAnswer('invalid_request'));
  controlThat(!refused.ok, `a refused stream is reported as a success: ${told(refused)}`, 'client.stream.refused');
}

function completes(rule: string, answers: readonly ScriptedAnswer[], what: string) {
  return clientRows(rule, answers, async (world, answer) => {
    await controlStream(world);
    const told = await stream(world, answer);
    const result = expectOk(world, told, what);
    expectThat(world, result.content === whole, {
      expected: JSON.stringify(whole),
      observed: JSON.stringify(result.content),
    });
  });
}

const content = completes(
  'client.stream.content',
  [{ events: streamOfPieces(pieces) }, { events: [streamOfPieces(pieces).join('')] }],
  'a whole stream',
);
const splitBytes = completes(
  'client.stream.split-bytes',
  [1, 2, 3, 7].map((pieceBytes) => ({ events: streamOfPieces(pieces), pieceBytes })),
  'a stream whose bytes arrive in pieces',
);
const done = completes('client.stream.done', [{ events: streamOfPieces(pieces) }], 'a stream that ends with [DONE]');
const lineEnds = completes(
  'client.stream.line-ends',
  [
    { events: streamOfPieces(pieces).map((one) => one.replaceAll('\n', '\r\n')) },
    { events: [': keep-alive\n\n', ...streamOfPieces(pieces).flatMap((one) => [one, ': ping\n\n'])] },
    { events: streamOfPieces(pieces).map((one, place) => `id: ${place}\nretry: 1000\n${one}`) },
  ],
  'a stream with comments, CRLF or other fields',
);

const doneEnds = clientCheck('client.stream.done-ends', async (world) => {
  await controlStream(world);
  const answer = await stream(world, { events: streamOfPieces(pieces), ending: 'hold' }, 10_000);
  expectOk(world, answer, 'a stream that has said [DONE], the connection staying open');
});

const undone = streamOfPieces(pieces).slice(0, -1);

/** Neither the finish_reason nor the closed connection stands for [DONE]. */
const missingDone = clientRows(
  'client.stream.missing-done',
  [undone.slice(0, -1), undone.slice(0, -2)],
  async (world, events) => {
    await controlStream(world);
    const answer = await stream(world, { events });
    const isComplete = answer.ok && answer.result.complete !== false;
    expectThat(world, !isComplete, {
      expected: 'a stream without [DONE] not to be reported as complete',
      observed: told(answer),
    });
  },
);

const connectionLost = clientRows('client.stream.connection-lost', [1, 3], async (world, kept) => {
  await controlStream(world);
  const answer = await stream(world, { events: streamOfPieces(pieces).slice(0, kept + 1), ending: 'cut' });
  const isComplete = answer.ok && answer.result.complete !== false;
  expectThat(world, !isComplete, {
    expected: 'a stream whose connection was lost to be reported as failed',
    observed: told(answer),
  });
});

const failure = (more: object = {}) => ({ ...more, error: errorObject('provider_unavailable') });
const begun = streamOfPieces(pieces).slice(0, 3);

function noticed(rule: string, streams: readonly (readonly string[])[], what: string, code?: string) {
  return clientRows(rule, streams, async (world, events) => {
    await controlStream(world);
    expectFailure(world, await stream(world, { events }), what, code);
  });
}

const errorNoticed = noticed(
  'client.stream.error-noticed',
  [[...begun, event(failure()), 'data: [DONE]\n\n']],
  'an error in the last chunk',
);
const errorBeside = noticed(
  'client.stream.error-beside-content',
  [
    [...begun, event(failure({ ...chunk(undefined) })), 'data: [DONE]\n\n'],
    [...begun, event(failure({ ...chunk('more') })), 'data: [DONE]\n\n'],
  ],
  'an error in a chunk with id, model and choices',
);
const errorFirst = noticed(
  'client.stream.error-first',
  [[event(failure()), 'data: [DONE]\n\n']],
  "an error in a stream's first chunk",
);
const errorCode = noticed(
  'client.stream.error-code',
  [[...begun, event(failure()), 'data: [DONE]\n\n']],
  'a failure in a stream',
  'provider_unavailable',
);

const notRetriedSilently = clientCheck('client.stream.error-not-retried-silently', async (world) => {
  await controlStream(world);
  const from = world.requests().length;
  world.answer(({ number }) =>
    number === from + 1
      ? { events: [...begun, event(failure()), 'data: [DONE]\n\n'] }
      : { events: streamOfPieces(['other words']) },
  );
  const answer = await world.call('chat_stream', chatParams);
  expectThat(world, !(answer.ok && String(answer.result.content).includes('other words')), {
    expected: 'a failure after content not to be hidden by the content of a new request',
    observed: told(answer),
  });
});

const refused = clientRows(
  'client.stream.refused',
  ['invalid_request', 'forbidden', 'context_length_exceeded'],
  async (world, code) => {
    const good = await stream(world, { events: streamOfPieces(pieces) });
    expectOk(world, good, 'a plain stream');
    expectFailure(world, await stream(world, errorAnswer(code)), 'a refused stream', code);
  },
);

/** Streams (Endpoints › Streaming rules). */
const streams: readonly ClientCheck[] = [
  content,
  splitBytes,
  lineEnds,
  done,
  doneEnds,
  missingDone,
  connectionLost,
  errorNoticed,
  errorBeside,
  errorFirst,
  errorCode,
  notRetriedSilently,
  refused,
];
export default streams;
