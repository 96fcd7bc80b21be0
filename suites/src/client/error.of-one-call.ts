import { expectThat } from '@gateproof/harness';
import { outcomeText } from '../support/client/at-once.ts';
import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { controlAlone, namedOperations } from '../support/client/named-calls.ts';
import { errorAnswer } from '../support/client/replies.ts';

const { chat, chat_stream: chatStream, create_image: image, get_job: read } = namedOperations;
const operations = { chat, chat_stream: chatStream, create_image: image, get_job: read };
/** Refusals that concern what one request asks for, and not its key or account. */
const codes = ['forbidden', 'moderation_refused', 'invalid_request', 'no_endpoint_available'];
const rows = Object.fromEntries(
  Object.entries(operations).flatMap(([op, one]) =>
    (one === read ? ['job_not_found', 'forbidden'] : codes).map((code) => [`${op}: ${code}`, { one, code }]),
  ),
);

/** What was refused of one request does not concern the next. */
const ofOneCall = clientRows('client.error.of-one-call', rows, async (world, { one, code }) => {
  await controlAlone(world, one);
  const [refused, next] = [one.call('refused'), one.call('next')];
  await world.onOneClient(async (call) => {
    world.answer(() => errorAnswer(code));
    await call(refused.operation.op, refused.operation.params);
    const [served] = next.answers;
    world.answer(() => served ?? one.operation.served);
    const answer = await call(next.operation.op, next.operation.params);
    expectThat(world, one.hears(answer, next.word), {
      expected: `another ${next.operation.op} to be sent and reported after one that was refused with ${code}`,
      observed: outcomeText(answer),
    });
  });
});

/** How far a refusal reaches (Errors). */
const reach: readonly ClientCheck[] = [ofOneCall];
export default reach;
