import type { ScriptedAnswer } from '@gateproof/harness';
import type { DriverAnswer } from '@gateproof/spec';
import type { ClientCheck } from '../support/client/define-client-check.ts';
import { type Operation, operations } from '../support/client/operations.ts';
import { completion, errorAnswer, streamOfPieces } from '../support/client/replies.ts';
import { chatHeard, isIn, streamHeard, type ToleratedAnswer, tolerates } from '../support/client/tolerates.ts';

/** Ways to write the two types that the service answers with. */
const spellings = {
  'a charset': '; charset=utf-8',
  'a charset in capitals, no blank': ';charset=UTF-8',
  'a quoted charset': '; charset="utf-8"',
};
type Type = 'application/json' | 'text/event-stream';
const typed = (answer: ScriptedAnswer, type: string): ScriptedAnswer => ({
  ...answer,
  headers: { ...answer.headers, 'content-type': type },
});
const plain = completion('fine');
const refused = (operation: Operation, code: string, type: string): ToleratedAnswer => ({
  op: operation.op,
  answer: typed(errorAnswer(code), type),
  plain: { answer: errorAnswer(code), prerequisite: 'client.error.code-reported' },
  hears: (answer) => !answer.ok && answer.error.code === code,
});
const heard = (operation: Operation, type: string, hears: ToleratedAnswer['hears']): ToleratedAnswer => ({
  op: operation.op,
  answer: typed(operation.served, type),
  hears,
});
const isModel = (answer: DriverAnswer) => answer.ok && answer.result.id === 'acme/talker';
const isList = (answer: DriverAnswer) =>
  answer.ok && Array.isArray(answer.result.ids) && answer.result.ids.length === 1;
const streamed = (type: string): ToleratedAnswer => {
  const { op, hears } = streamHeard();
  return { op, hears, answer: typed({ events: streamOfPieces(['fi', 'ne']) }, type) };
};

const { chat, chat_stream: chatStream, get_job: getJob, get_model: getModel, list_models: list } = operations;
const rowsOf = (what: string, end: string): Readonly<Record<string, ToleratedAnswer>> => {
  const json: Type = 'application/json';
  const stream: Type = 'text/event-stream';
  return {
    [`an error with ${what}`]: refused(chat, 'forbidden', json + end),
    [`an error of a stream with ${what}`]: refused(chatStream, 'moderation_refused', json + end),
    [`an error of a job with ${what}`]: refused(getJob, 'job_not_found', json + end),
    [`a stream with ${what}`]: streamed(stream + end),
    [`a completion with ${what}`]: chatHeard(typed(plain, json + end)),
    [`a job with ${what}`]: heard(getJob, json + end, isIn('succeeded')),
    [`a model with ${what}`]: heard(getModel, json + end, isModel),
    [`a list with ${what}`]: heard(list, json + end, isList),
  };
};

const charset = tolerates('client.answer.charset', 'a parameter in its Content-Type', {
  ...Object.assign({}, ...Object.entries(spellings).map(([what, end]) => rowsOf(what, end))),
});
const typeCase = tolerates('client.answer.type-case', 'its Content-Type in capitals', {
  'a completion': chatHeard(typed(plain, 'Application/JSON')),
  'an error': refused(chat, 'forbidden', 'Application/JSON'),
});

/** Types as HTTP lets the service write them (Endpoints, bodies). */
const types: readonly ClientCheck[] = [charset, typeCase];
export default types;
