import type { ClientRequest, ScriptedAnswer } from '@gateproof/harness';
import { serviceNames } from '@gateproof/spec';
import { chunk, completion, errorObject, event, jobBody, streamOfPieces } from './replies.ts';
import { jobId, type RichOperation, richOperations } from './rich-calls.ts';
import { clock, type ToolCall, weather, wire } from './tool-calls.ts';

/** What an output is opened by is judged by itself. */
export const requesting: readonly RichOperation[] = richOperations.filter((op) => op !== 'open_output');

/** A call with more text than a buffer of a few bytes holds. */
const long = { id: 'call_long', name: 'weather', arguments: JSON.stringify({ city: 'New "York" '.repeat(12) }) };
/** What a call is answered with, and the operations that it answers. */
export interface Answered {
  readonly op: RichOperation;
  readonly answer?: (word: string, request: ClientRequest, nth: number) => ScriptedAnswer;
  /** What other calls of the client are answered. Default: as they are served. */
  readonly others?: (word: string) => ScriptedAnswer;
  readonly limitMs?: number;
}
const pieces = ['al', 'pha ', 'Zoë \u{1F3A8} ', 'end'];
const { metadataField } = serviceNames('svc');
const metadata = { [metadataField]: { cost: 0.1, region: ' eu "1" \\', policy: ['a', 'b'] } };
const calling = (tool_calls: readonly ToolCall[]) => ({
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: null, tool_calls: tool_calls.map(wire) },
      finish_reason: 'tool_calls',
    },
  ],
});
const deltaOf = (tool_calls: readonly object[]) =>
  event({ ...chunk(undefined), choices: [{ index: 0, delta: { tool_calls }, finish_reason: null }] });
const toolEvents = [weather, clock, long].flatMap((one, index) => {
  const [head, tail] = [one.arguments.slice(0, 5), one.arguments.slice(5)];
  const fragment = { index, id: one.id, type: 'function', function: { name: one.name, arguments: head } };
  return [deltaOf([fragment]), deltaOf([{ index, function: { arguments: tail } }])];
});
const whole = streamOfPieces(pieces);
/** Usage and metadata may come in any chunk: none of them is the last. */
const allKinds = [
  ...whole.slice(0, 2),
  event({ ...chunk(undefined), choices: [], usage: { total_tokens: 8 } }),
  ...whole.slice(2, -2),
  ': wait\n\n',
  event({ ...chunk(undefined), choices: [], ...metadata }),
  ...toolEvents,
  ...whole.slice(-2),
];
const failing = (code: string) => [
  ...whole.slice(0, 3),
  event({ error: errorObject(code, { request_id: `req_${code}` }) }),
  ...whole.slice(-1),
];
const states = ['queued', 'processing', 'succeeded', 'failed', 'canceled'];
const idOf = (request: ClientRequest, word: string) => /job_[^/?]+/.exec(request.path)?.[0] ?? `job_${word}`;
const jobIn = (state: string, request: ClientRequest, word: string) => ({
  body: jobBody(state, { id: idOf(request, word) }),
});
/** Beside a job that failed others do so for another reason. */
const failingOthers = (state: string): Pick<Answered, 'others'> =>
  state === 'failed'
    ? { others: (word) => ({ body: jobBody(state, { id: jobId(word), error: errorObject('moderation_refused') }) }) }
    : {};
const accepting = ['create_image', 'create_transcription'] as const;
/** All that an operation is answered with, by its name. */
export const answersByName: Readonly<Record<string, Answered>> = {
  'chat: text': { op: 'chat' },
  'chat: tool calls and metadata': {
    op: 'chat',
    answer: () => completion('', { model: 'acme/second', ...calling([weather, clock, long]), ...metadata }),
    others: (word) => completion('', { ...calling([{ id: `call_${word}`, name: word, arguments: '{}' }]) }),
  },
  'chat_stream: text': { op: 'chat_stream' },
  'chat_stream: events of all kinds': { op: 'chat_stream', answer: () => ({ events: allKinds }) },
  'chat_stream: no [DONE]': { op: 'chat_stream', answer: () => ({ events: whole.slice(0, -1) }) },
  'chat_stream: lost': { op: 'chat_stream', answer: () => ({ events: whole.slice(0, 3), ending: 'cut' }) },
  'chat_stream: held open after [DONE]': {
    op: 'chat_stream',
    answer: () => ({ events: whole, ending: 'hold' }),
    limitMs: 8_000,
  },
  ...Object.fromEntries(
    ['moderation_refused', 'provider_unavailable', 'request_timeout', 'internal_error'].map((code) => [
      `chat_stream: ${code} in the stream`,
      { op: 'chat_stream', answer: () => ({ events: failing(code) }) } satisfies Answered,
    ]),
  ),
  ...Object.fromEntries(
    states.flatMap((state) => [
      ...accepting.map(
        (op) =>
          [
            `${op}: ${state}`,
            {
              op,
              ...failingOthers(state),
              answer: (word, request) => ({ ...jobIn(state, request, word), status: 202 }),
            } satisfies Answered,
          ] as const,
      ),
      ...(['get_job', 'cancel_job'] as const).map(
        (op) =>
          [
            `${op}: ${state}`,
            {
              op,
              ...failingOthers(state),
              answer: (word, request) => jobIn(state, request, word),
            } satisfies Answered,
          ] as const,
      ),
    ]),
  ),
  ...Object.fromEntries(
    states.slice(2).map((state) => [
      `wait_job: queued, processing, ${state}`,
      {
        op: 'wait_job',
        ...failingOthers(state),
        answer: (word, request, nth) => jobIn(['queued', 'processing'][nth - 1] ?? state, request, word),
      } satisfies Answered,
    ]),
  ),
  ...Object.fromEntries(
    requesting.map((op) => [`${op}: lost`, { op, answer: () => ({ ending: 'lost' }) } satisfies Answered]),
  ),
  list_models: { op: 'list_models' },
  get_model: { op: 'get_model' },
};
