import { type ClientWorld, controlThat, DriverSilent, expectThat, type ScriptedAnswer } from '@gateproof/harness';
import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { reportOf } from '../support/client/expectations.ts';
import { attempt, controlOperation, type Operation, operations } from '../support/client/operations.ts';

interface Unreadable {
  readonly operation: Operation;
  readonly answer: ScriptedAnswer;
}

/** The answer of a served operation without its second half, the connection ended well or not. */
function half({ served }: Operation, ending: 'end' | 'cut'): ScriptedAnswer {
  const text = JSON.stringify(served.body);
  return { ...served, body: text.slice(0, Math.floor(text.length / 2)), ending };
}

const { chat, chat_stream: _stream, cancel_job: _cancel, ...others } = operations;
const page: ScriptedAnswer = { headers: { 'content-type': 'text/html' }, body: '<html>Please sign in</html>' };
const rows: Readonly<Record<string, Unreadable>> = {
  'chat: JSON cut off': { operation: chat, answer: half(chat, 'end') },
  'chat: connection lost in the body': { operation: chat, answer: half(chat, 'cut') },
  'chat: nothing': { operation: chat, answer: { body: '' } },
  'chat: a page': { operation: chat, answer: page },
  ...Object.fromEntries(
    Object.values(others).flatMap((operation) => [
      [`${operation.op}: JSON cut off`, { operation, answer: half(operation, 'end') }],
      [`${operation.op}: connection lost in the body`, { operation, answer: half(operation, 'cut') }],
    ]),
  ),
};

/** A client that goes on trying has not reported a success. */
async function reported(world: ClientWorld, { operation, answer }: Unreadable) {
  const from = world.requests().length;
  try {
    return (await attempt(world, operation, [answer], { limitMs: 20_000 })).answer;
  } catch (error) {
    if (!(error instanceof DriverSilent)) throw error;
    controlThat(world.requests().length > from + 3, `${error.message} at an answer that is no whole JSON`);
    return undefined;
  }
}

/** Answers that no client can read (Endpoints › POST /v1/chat/completions, response). */
export const noJson: ClientCheck = clientRows('client.answer.no-json', rows, async (world, row) => {
  await controlOperation(world, row.operation);
  const answer = await reported(world, row);
  expectThat(world, answer?.ok !== true, {
    expected: 'an answer of status 2xx that is no whole JSON to be reported as a failure',
    observed: answer === undefined ? 'nothing' : reportOf(answer),
  });
});
export default noJson;
