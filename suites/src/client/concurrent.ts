import { type ClientWorld, computeV1, expectEqualJson, expectThat, requestHeaderOf } from '@gateproof/harness';
import { callAtOnce, type NamedCall, type Outcome, outcomeText, words } from '../support/client/at-once.ts';
import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { bodyOf } from '../support/client/last-request.ts';
import { type NamedOperation, namedOperations } from '../support/client/named-calls.ts';
import { controlOperation, operations } from '../support/client/operations.ts';
import { errorAnswer, errorObject, event, refusalAtOnce, streamOfPieces } from '../support/client/replies.ts';
import { plainEvent, signingSecret } from '../support/client/verifying.ts';

const { chat, chat_stream: chatStream, create_image: image, get_job: read, get_model: model } = namedOperations;

/** States that the outcome of a call is the answer to its own request. */
function expectOwn(world: ClientWorld, { hears }: NamedOperation, { word, answer, requests }: Outcome): void {
  expectThat(world, answer !== undefined && hears(answer, word), {
    expected: `the call "${word}" to be reported with its own answer`,
    observed: outcomeText(answer),
    exchanges: requests.map(({ exchange }) => exchange.id),
  });
}

const mixed = [chat, read, image, model] as const;
const ownAnswerRows: Readonly<Record<string, readonly NamedOperation[]>> = {
  ...Object.fromEntries(
    Object.values(namedOperations)
      .filter((one) => one !== chatStream)
      .map((one) => [one.operation.op, [one, one, one, one]]),
  ),
  'four different operations': mixed,
};
const ownAnswer = clientRows('client.concurrent.own-answer', ownAnswerRows, async (world, all) => {
  world.needs('concurrent');
  for (const { operation } of new Set(all)) await controlOperation(world, operation);
  const calls = all.map((one, place) => one.call(words[place] ?? 'more'));
  const outcomes = await callAtOnce(world, calls);
  for (const [place, outcome] of outcomes.entries()) expectOwn(world, all[place] ?? chat, outcome);
});

/** Genuine and forged deliveries by turns. */
const ownVerification = clientRows('client.concurrent.own-verification', ['by turns'], async (world) => {
  world.needs('concurrent');
  const t = String(Math.floor(world.nowS()));
  const bodies = words.map((word) => plainEvent.replace('evt_1', `evt_${word}`));
  const signatures = bodies.map((body) => `t=${t},v1=${computeV1(signingSecret, t, Buffer.from(body))}`);
  const answers = await world.onOneClient((call) =>
    Promise.all(
      bodies.flatMap((body, place) =>
        [signatures[place], signatures[(place + 1) % bodies.length]].map((signature) =>
          call('verify_webhook', {
            body_base64: Buffer.from(body).toString('base64'),
            signature: signature ?? null,
            secrets: [signingSecret],
          }),
        ),
      ),
    ),
  );
  for (const [place, answer] of answers.entries()) {
    const isGenuine = place % 2 === 0;
    expectThat(world, (answer.ok && answer.result.valid === true) === isGenuine, {
      expected: `a ${isGenuine ? 'genuine' : 'forged'} delivery beside others to be ${isGenuine ? 'accepted' : 'refused'}`,
      observed: outcomeText(answer),
    });
  }
});

/** How one stream of several ends; the others are whole. */
const streamRows: Readonly<Record<string, NamedCall['answers']>> = {
  'all whole': [],
  'one fails': [
    {
      events: [
        ...streamOfPieces(['be', 'gun']).slice(0, 3),
        event({ error: errorObject('moderation_refused') }),
        'data: [DONE]\n\n',
      ],
    },
  ],
  'one is lost': [{ events: streamOfPieces(['be', 'gun']).slice(0, 3), ending: 'cut' }],
  'one ends without [DONE]': [
    { events: [...streamOfPieces(['be', 'gun']).slice(0, 3), 'data: {"choices":[{"index":0,"delta":{"content":"lef'] },
  ],
  'one is refused': [refusalAtOnce('invalid_request')],
};
const ownStream = clientRows('client.concurrent.own-stream', streamRows, async (world, bad) => {
  world.needs('concurrent');
  await controlOperation(world, operations.chat_stream);
  const whole = words.map((word) => chatStream.call(word));
  const [first, ...others] = whole;
  if (first === undefined) return;
  const calls = bad.length === 0 ? whole : [{ ...first, answers: bad }, ...others];
  const outcomes = await callAtOnce(world, calls);
  for (const outcome of outcomes.slice(bad.length)) {
    expectOwn(world, chatStream, outcome);
    const isComplete = outcome.answer?.ok !== true || outcome.answer.result.complete !== false;
    expectThat(world, isComplete, { expected: 'its stream to be complete', observed: outcomeText(outcome.answer) });
  }
  const [failed] = outcomes;
  if (bad.length === 0 || failed?.answer === undefined) return;
  const isComplete = failed.answer.ok && failed.answer.result.complete !== false;
  expectThat(world, !isComplete, {
    expected: 'a stream that did not end well, beside others that did, not to be complete',
    observed: outcomeText(failed.answer),
  });
});

const codes = ['invalid_request', 'forbidden', 'context_length_exceeded', 'insufficient_credit'];
const errorRows = { chat, chat_stream: chatStream, create_image: image };
const ownError = clientRows('client.concurrent.own-error', errorRows, async (world, one) => {
  world.needs('concurrent');
  await controlOperation(world, one.operation);
  const calls = words.map((word, place) => {
    const refused = errorAnswer(codes[place] ?? 'forbidden', { request_id: `req_${word}` });
    return { ...one.call(word), answers: [{ ...refused, pieceBytes: 20, pieceGapMs: 1 }] };
  });
  for (const [place, { word, answer, requests }] of (await callAtOnce(world, calls)).entries()) {
    const error = answer?.ok === false ? answer.error : undefined;
    const isOwn =
      error?.code === codes[place] && (error?.request_id === undefined || error.request_id === `req_${word}`);
    expectThat(world, isOwn, {
      expected: `the call "${word}" to be reported with ${codes[place]}, and no request_id but req_${word}`,
      observed: outcomeText(answer),
      exchanges: requests.map(({ exchange }) => exchange.id),
    });
  }
});

/** What a client that retries at all sends again after. */
const atFirst = refusalAtOnce('snapshot_expired');
const ownRequest = clientRows(
  'client.concurrent.own-request',
  { chat, chat_stream: chatStream, create_image: image },
  async (world, one) => {
    world.needs('concurrent');
    await controlOperation(world, one.operation);
    const calls = words.map((word): NamedCall => {
      const call = one.call(word);
      const operation = { ...call.operation, params: { ...call.operation.params, model: `acme/${word}` } };
      return {
        ...call,
        operation,
        answers: [atFirst, ...call.answers],
        options: { idempotencyKey: world.unique(word) },
      };
    });
    const outcomes = await callAtOnce(world, calls);
    for (const [place, { word, requests }] of outcomes.entries()) {
      expectThat(world, requests.length > 0, { expected: `a request of the call "${word}"`, observed: 'none' });
      const { operation, options } = calls[place] ?? {};
      const given = Object.entries(operation?.params ?? {}).filter(([name]) => name !== 'inputs');
      for (const request of requests) {
        const sent = Object.fromEntries(given.map(([name]) => [name, bodyOf(request)[name]]));
        const exchanges = [request.exchange.id];
        expectEqualJson(world, Object.fromEntries(given), sent, `what the call "${word}" gave`, { exchanges });
        const key = requestHeaderOf(request.exchange, 'idempotency-key');
        expectThat(world, key === options?.idempotencyKey, {
          expected: `the Idempotency-Key of the call "${word}": ${options?.idempotencyKey}`,
          observed: key ?? 'none',
          exchanges,
        });
      }
    }
  },
);

/** Calls of one client at the same time (Endpoints): each has a request, an answer and an error of its own. */
const concurrent: readonly ClientCheck[] = [ownAnswer, ownVerification, ownStream, ownError, ownRequest];
export default concurrent;
