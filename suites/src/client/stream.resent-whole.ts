import { expectThat, NotExercised, type ScriptedAnswer } from '@gateproof/harness';
import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { reportOf } from '../support/client/expectations.ts';
import { attempt, operations } from '../support/client/operations.ts';
import { chunk, errorObject, event, streamOfPieces } from '../support/client/replies.ts';
import { controlStream } from '../support/client/streams.ts';

const pieces = ['Hello ', 'world', ', again'];
const whole = pieces.join('');
const events = streamOfPieces(pieces);
const failure = event({ error: errorObject('provider_unavailable') });

/** Ways in which the first answer ends, some of its content having come. */
const broken: Readonly<Record<string, ScriptedAnswer>> = {
  'a lost connection': { events: events.slice(0, 3), ending: 'cut' },
  'a lost connection in the middle of a chunk': { events: [...events.slice(0, 3), 'data: {"choi'], ending: 'cut' },
  'a missing [DONE]': { events: events.slice(0, 3) },
  'a missing [DONE] after the finish reason': { events: [...events.slice(0, 3), event(chunk(undefined, 'stop'))] },
  'an error chunk': { events: [...events.slice(0, 3), failure, 'data: [DONE]\n\n'] },
};

/** Under its key a stream that is asked for again may come whole: then that is what the caller gets, without the pieces that had come before. */
const resentWhole = clientRows('client.stream.resent-whole', broken, async (world, first, how) => {
  await controlStream(world);
  const options = { idempotencyKey: world.unique('key') };
  const { answer, requests } = await attempt(world, operations.chat_stream, [first, { events }], options);
  if (requests.length < 2) throw new NotExercised('the client does not ask again for a stream that broke');
  const isWhole = answer.ok && answer.result.content === whole;
  expectThat(world, isWhole || !answer.ok || answer.result.complete === false, {
    expected: `${JSON.stringify(whole)}, or a failure, after ${how} and a whole second answer under the same key`,
    observed: reportOf(answer),
    exchanges: requests.map(({ exchange }) => exchange.id),
  });
});

/** A stream that a client asks for again (Endpoints › Idempotency-Key; Streaming rules, 1). */
const resent: readonly ClientCheck[] = [resentWhole];
export default resent;
