import { type ClientWorld, controlThat, type ScriptedAnswer } from '@gateproof/harness';
import type { DriverAnswer } from '@gateproof/spec';
import { callAlone, type NamedCall, outcomeText } from './at-once.ts';
import { controlOperation, type Operation, operations } from './operations.ts';
import { completion, jobBody, modelBody, streamOfPieces } from './replies.ts';

/** An operation that is done under a word, with what a client must report of it. */
export interface NamedOperation {
  /** The operation as its control does it. */
  readonly operation: Operation;
  call(word: string): NamedCall;
  /** Whether the caller heard the answer to this word. */
  hears(answer: DriverAnswer, word: string): boolean;
}

/** The text that a call is answered with: with characters of several bytes, so that a byte of another's shows. */
export const textOf = (word: string) => `${word}: Zoë \u{1F3A8} 日本語 says ${word}`;
const asks = (word: string) => ({ messages: [{ role: 'user', content: `Say ${word}` }] });
const hearsText = (answer: DriverAnswer, word: string) => answer.ok && answer.result.content === textOf(word);
const hearsJob = (answer: DriverAnswer, word: string) => answer.ok && answer.result.id === `job_${word}`;
/** The answers of several calls come in turns. */
const inTurns = { pieceBytes: 9, pieceGapMs: 1 } as const;

/** The operation is heard when it is done alone: only then what is heard beside others means something. */
export async function controlAlone(world: ClientWorld, one: NamedOperation): Promise<void> {
  await controlOperation(world, one.operation);
  const { op, prerequisite } = one.operation;
  const { answer, word } = await callAlone(world, one.call('solo'));
  controlThat(
    answer !== undefined && one.hears(answer, word),
    `a ${op} by itself is not reported with its answer: ${outcomeText(answer)}`,
    op === 'chat_stream' ? 'client.stream.split-bytes' : prerequisite,
  );
}

const named = (
  operation: Operation,
  {
    params,
    path = () => operation.path,
    answer,
    aside,
  }: {
    readonly params: (word: string) => object;
    readonly path?: (word: string) => string;
    readonly answer: (word: string) => ScriptedAnswer;
    readonly aside?: (word: string) => ScriptedAnswer;
  },
  hears: NamedOperation['hears'],
): NamedOperation => ({
  operation,
  hears,
  call: (word) => ({
    word,
    operation: { op: operation.op, params: { ...operation.params, ...params(word) }, path: path(word) },
    answers: [{ ...inTurns, ...answer(word) }],
    ...(aside === undefined ? {} : { aside: aside(word) }),
  }),
});

const job = (word: string, state: string) => jobBody(state, { id: `job_${word}` });
const ofJob = { params: (word: string) => ({ job_id: `job_${word}` }), path: (word: string) => `/v1/jobs/job_${word}` };
const submitted = {
  params: (word: string) => ({ inputs: { prompt: word } }),
  answer: (word: string) => ({ status: 202, body: job(word, 'queued') }),
  aside: (word: string) => ({ body: job(word, 'queued') }),
};
const { chat, chat_stream: chatStream, create_image: image, create_transcription: transcription } = operations;

/** Operations that can be done under a word. */
export const namedOperations = {
  chat: named(chat, { params: asks, answer: (word) => completion(textOf(word)) }, hearsText),
  chat_stream: named(
    chatStream,
    { params: asks, answer: (word) => ({ events: streamOfPieces(textOf(word).split(/(?<= )/)) }) },
    hearsText,
  ),
  create_image: named(image, submitted, hearsJob),
  create_transcription: named(
    transcription,
    { ...submitted, params: (word) => ({ inputs: { audio_url: `https://audio.example.com/${word}.wav` } }) },
    hearsJob,
  ),
  get_job: named(operations.get_job, { ...ofJob, answer: (word) => ({ body: job(word, 'succeeded') }) }, hearsJob),
  wait_job: named(operations.wait_job, { ...ofJob, answer: (word) => ({ body: job(word, 'succeeded') }) }, hearsJob),
  cancel_job: named(
    operations.cancel_job,
    { ...ofJob, path: (word) => `/v1/jobs/job_${word}/cancel`, answer: (word) => ({ body: job(word, 'canceled') }) },
    hearsJob,
  ),
  get_model: named(
    operations.get_model,
    {
      params: (word) => ({ model: `acme/${word}` }),
      path: (word) => `/v1/models/acme/${word}`,
      answer: (word) => ({ body: modelBody(`acme/${word}`) }),
    },
    (answer, word) => answer.ok && answer.result.id === `acme/${word}`,
  ),
} as const satisfies Readonly<Record<string, NamedOperation>>;
