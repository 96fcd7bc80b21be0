import { type ClientWorld, controlThat, expectThat, type ScriptedAnswer } from '@gateproof/harness';
import { callAlone, outcomeText } from '../support/client/at-once.ts';
import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { type NamedOperation, namedOperations } from '../support/client/named-calls.ts';
import { requestsOf } from '../support/client/operations.ts';

const times = 3;
/** A client that sends its calls one after the other has its first one answered after so long. */
const patienceMs = 1_500;

const { chat, chat_stream: chatStream, create_image: image, create_transcription: transcription } = namedOperations;

interface EqualCalls {
  readonly one: NamedOperation;
  readonly isAtOnce: boolean;
}

const rows: Readonly<Record<string, EqualCalls>> = Object.fromEntries(
  [true, false].flatMap((isAtOnce) =>
    [chat, chatStream, image, transcription].map((one) => [
      `${one.operation.op}, ${isAtOnce ? 'at the same time' : 'one after the other'}`,
      { one, isAtOnce },
    ]),
  ),
);

/** Answers the first request late, so that equal calls at the same time are under way together. */
function answerLate(world: ClientWorld, { one: { operation }, isAtOnce }: EqualCalls): void {
  const others = Promise.withResolvers<void>();
  const from = world.requests().length;
  world.answer((): ScriptedAnswer => {
    if (!isAtOnce) return operation.served;
    if (requestsOf(world, operation, from).length > 1) others.resolve();
    return { ...operation.served, after: Promise.race([others.promise, world.pause(patienceMs)]) };
  });
}

/** Only reads may be shared (freedom F157): whoever asks twice for a reply or a job wants two. */
const eachSent = clientRows('client.request.each-sent', rows, async (world, row) => {
  const { one, isAtOnce } = row;
  if (isAtOnce) world.needs('concurrent');
  // Another call than those that are counted, whose reply a client may have kept.
  const { answer } = await callAlone(world, one.call('solo'));
  const { op, prerequisite } = one.operation;
  controlThat(answer?.ok === true, `a plain ${op} is reported as a failure: ${outcomeText(answer)}`, prerequisite);
  const { operation } = one.call('again');
  answerLate(world, row);
  const from = world.requests().length;
  await world.onOneClient(async (call) => {
    const ask = () => call(operation.op, operation.params);
    if (isAtOnce) return Promise.all(Array.from({ length: times }, ask));
    for (let count = 0; count < times; count += 1) await ask();
    return undefined;
  });
  const sent = requestsOf(world, operation, from);
  expectThat(world, sent.length >= times, {
    expected: `a request for each of ${times} equal calls ${isAtOnce ? 'at the same time' : 'one after the other'}`,
    observed: `${sent.length} requests`,
    exchanges: sent.map(({ exchange }) => exchange.id),
  });
});

/** Calls that are equal (Endpoints). */
const equalCalls: readonly ClientCheck[] = [eachSent];
export default equalCalls;
