import { type ClientWorld, expectThat, isObject, NotExercised, type ScriptedAnswer, show } from '@gateproof/harness';
import type { DriverAnswer } from '@gateproof/spec';
import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { attempt, controlOperation, type Operation, operations } from '../support/client/operations.ts';
import { chunk, errorAnswer, errorObject, event, jobBody } from '../support/client/replies.ts';

const { chat, chat_stream: chatStream, create_image: image, get_job: read, wait_job: wait } = operations;

type Failing = (message: string) => ScriptedAnswer;
const refused: Failing = (message) => errorAnswer('invalid_request', { message });
const inStream: Failing = (message) => ({
  events: [event(chunk('Hello')), event({ error: errorObject('moderation_refused', { message }) }), 'data: [DONE]\n\n'],
});
const failedJob: Failing = (message) => {
  const { code, kind } = errorObject('moderation_refused');
  return { body: jobBody('failed', { error: { code, kind, scope: 'request', message } }) };
};
const failings: Readonly<Record<string, { readonly operation: Operation; readonly failing: Failing }>> = {
  chat: { operation: chat, failing: refused },
  'a stream that is refused': { operation: chatStream, failing: refused },
  'a stream that has begun': { operation: chatStream, failing: inStream },
  'a submission': { operation: image, failing: refused },
  'a failed job': { operation: read, failing: failedJob },
  'a failed job, waited for': { operation: wait, failing: failedJob },
};

const short = 'temperature must be a number.';
/** The field stands where a careless copy has ended: behind many words, in a later line, behind letters of several bytes. */
const messages = [
  `The request is invalid. ${'It was read and understood. '.repeat(30)}The field is messages.`,
  'The request is invalid:\nmax_tokens must be an integer;\nmessages must be a list.',
  'Zoë \u{1F3A8} 日本語: "messages" \\ must be a list (400).',
];

/** White space may be set anew. */
const wordsOf = (text: unknown) => String(text).replaceAll(/\s+/g, ' ').trim();

function messageIn(answer: DriverAnswer): unknown {
  if (!answer.ok) return answer.error.message;
  return isObject(answer.result.error) ? answer.result.error.message : undefined;
}

/** Where a refusal is about one field, its message names it: a client that reports the service's words reports all of them. */
const messageWhole = clientRows(
  'client.error.message-whole',
  failings,
  async (world: ClientWorld, { operation, failing }) => {
    await controlOperation(world, operation);
    const reported = async (message: string) => messageIn((await attempt(world, operation, [failing(message)])).answer);
    if (!wordsOf(await reported(short)).includes(short))
      throw new NotExercised('the client reports words of its own with errors');
    for (const message of messages) {
      const heard = await reported(message);
      expectThat(world, wordsOf(heard).includes(wordsOf(message)), {
        expected: `the whole message of the service, as the client reports a short one: ${show(message)}`,
        observed: show(heard),
      });
    }
  },
);

/** What a caller reads of an error (Errors, message). */
const words: readonly ClientCheck[] = [messageWhole];
export default words;
