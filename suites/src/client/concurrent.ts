import { type ClientWorld, computeV1, controlThat, expectThat, type ScriptedAnswer } from '@gateproof/harness';
import { callAlone, callAtOnce, type Outcome, outcomeText, words } from '../support/client/at-once.ts';
import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { controlAlone, type NamedOperation, namedOperations } from '../support/client/named-calls.ts';
import { errorObject, event, refusalAtOnce, streamOfPieces } from '../support/client/replies.ts';
import { controlForged, controlGenuine, plainEvent, signingSecret } from '../support/client/verifying.ts';

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
  for (const one of new Set(all)) await controlAlone(world, one);
  const calls = all.map((one, place) => one.call(words[place] ?? 'more'));
  const outcomes = await callAtOnce(world, calls);
  for (const [place, outcome] of outcomes.entries()) expectOwn(world, all[place] ?? chat, outcome);
});

/** Genuine and forged deliveries by turns. */
const ownVerification = clientRows('client.concurrent.own-verification', ['by turns'], async (world) => {
  world.needs('concurrent');
  await controlGenuine(world);
  await controlForged(world);
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

/** How one stream of several ends, and the rule by which it is no success alone; the others are whole. */
interface StreamEnd {
  readonly answer?: ScriptedAnswer;
  readonly prerequisite?: string;
}
const begun = streamOfPieces(['be', 'gun']).slice(0, 3);
const failure = event({ error: errorObject('moderation_refused') });
const halfAChunk = 'data: {"choices":[{"index":0,"delta":{"content":"lef';
const streamRows: Readonly<Record<string, StreamEnd>> = {
  'all whole': {},
  'one fails': {
    answer: { events: [...begun, failure, 'data: [DONE]\n\n'] },
    prerequisite: 'client.stream.error-noticed',
  },
  'one is lost': { answer: { events: begun, ending: 'cut' }, prerequisite: 'client.stream.connection-lost' },
  'one ends without [DONE]': {
    answer: { events: [...begun, halfAChunk] },
    prerequisite: 'client.stream.missing-done',
  },
  'one is refused': { answer: refusalAtOnce('invalid_request'), prerequisite: 'client.stream.refused' },
};
const isComplete = ({ answer }: Outcome) => answer?.ok === true && answer.result.complete !== false;

const ownStream = clientRows<StreamEnd>('client.concurrent.own-stream', streamRows, async (world, row) => {
  world.needs('concurrent');
  await controlAlone(world, chatStream);
  const [first, ...others] = words.map((word) => chatStream.call(word));
  if (first === undefined) return;
  const { answer, prerequisite } = row;
  const one = answer === undefined ? first : { ...first, answers: [answer] };
  const alone = await callAlone(world, first);
  controlThat(isComplete(alone), `a stream is not complete alone: ${outcomeText(alone.answer)}`, 'client.stream.done');
  if (answer !== undefined) {
    const broken = await callAlone(world, one);
    controlThat(!isComplete(broken), `such a stream is complete alone: ${outcomeText(broken.answer)}`, prerequisite);
  }
  const [changed, ...rest] = await callAtOnce(world, [one, ...others]);
  for (const outcome of answer === undefined && changed !== undefined ? [changed, ...rest] : rest) {
    expectOwn(world, chatStream, outcome);
    expectThat(world, isComplete(outcome), {
      expected: 'its stream to be complete',
      observed: outcomeText(outcome.answer),
    });
  }
  if (answer === undefined || changed === undefined) return;
  expectThat(world, !isComplete(changed), {
    expected: 'a stream that did not end well, beside others that did, not to be complete',
    observed: outcomeText(changed.answer),
  });
});

/** Calls of one client at the same time (Endpoints): each has an answer of its own. */
const concurrent: readonly ClientCheck[] = [ownAnswer, ownVerification, ownStream];
export default concurrent;
