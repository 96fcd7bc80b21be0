import { expectThat, NotExercised } from '@gateproof/harness';
import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { chatParams, controlChat, expectOk, reportOf } from '../support/client/expectations.ts';
import { jobForms } from '../support/client/job-forms.ts';
import { attempt, operations } from '../support/client/operations.ts';
import { completion, jobBody } from '../support/client/replies.ts';

const { chat, create_image: image, create_transcription: transcription } = operations;

const contents = {
  'plain words': 'plain words',
  'white space at both ends': ' padded \n lines \r\n\t',
  'letters of the world': 'Zoë 日本語 \u{1F3A8}\u{1F469}\u200D\u{1F680} e\u0301 \uFEFF\u200B',
  'JSON text': '{"json": true}',
  'text that looks like a value': '42',
  'text that looks like null': 'null',
  'the end mark of streams': 'data: [DONE]',
  'markup and entities': '<think>a</think> &amp; **b** `c` \\n %20',
  'an apology': 'Error: rate limit exceeded. {"error": {"code": "x"}}',
  'long text': 'words and more words, '.repeat(8_000),
};
const escapable = contents['letters of the world'];
/** The same JSON, its letters beyond ASCII written as escapes. */
const escaped = (body: unknown) =>
  JSON.stringify(body).replaceAll(/[\u007f-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
interface Reply {
  readonly isEscaped?: boolean;
  readonly text: string;
  readonly pieceBytes?: number;
  readonly more?: Readonly<Record<string, unknown>>;
}
const choice = (index: number, text: string) => ({
  index,
  message: { role: 'assistant', content: text },
  finish_reason: 'stop',
});
const contentRows: Readonly<Record<string, Reply>> = {
  'the first of two choices': { text: 'first', more: { choices: [choice(0, 'first'), choice(1, 'second')] } },
  'letters of the world, escaped': { text: escapable, isEscaped: true },
  ...Object.fromEntries(
    Object.entries(contents).flatMap(([name, text]) =>
      name.startsWith('letters')
        ? ([
            [name, { text }],
            [`${name}, byte by byte`, { text, pieceBytes: 1 }],
          ] as const)
        : [[name, { text }] as const],
    ),
  ),
};

const content = clientRows<Reply>('client.answer.content', contentRows, async (world, row) => {
  const { text, pieceBytes, more, isEscaped = false } = row;
  await controlChat(world);
  const plain = completion(text, more);
  const said = isEscaped ? { ...plain, body: escaped(plain.body) } : plain;
  const answer = { ...said, ...(pieceBytes === undefined ? {} : { pieceBytes }) };
  const { answer: heard } = await attempt(world, chat, [answer]);
  const result = expectOk(world, heard, 'a chat');
  expectThat(world, result.content === text, {
    expected: JSON.stringify(text).slice(0, 300),
    observed: JSON.stringify(result.content)?.slice(0, 300) ?? 'no content',
  });
});

const submissionRows = (states: readonly string[]) =>
  Object.fromEntries(
    [image, transcription].flatMap((operation) =>
      states.map((state) => [`${operation.op}: ${state}`, { operation, state }] as const),
    ),
  );

/** The client reports the job of the 202. One that reads the job once after it may report what it read. */
const jobAccepted = clientRows(
  'client.answer.job-accepted',
  submissionRows(['queued', 'processing']),
  async (world, { operation, state }) => {
    const id = `job_${state}`;
    for (const [form, body] of Object.entries(jobForms(state))) {
      let reads = 0;
      world.answer(({ method }) => {
        if (method === 'POST') return { status: 202, body: { ...body, id } };
        reads += 1;
        return { body: jobBody(reads === 1 ? 'processing' : 'succeeded', { id }) };
      });
      const answer = await world.call(operation.op, operation.params);
      const result = expectOk(world, answer, `a submission that is answered 202 with a job ${form}`);
      const isAsRead = reads === 1 && result.state === 'processing';
      expectThat(world, result.id === id && (result.state === state || isAsRead), {
        expected: `${id}, ${state}, as the 202 says with a job ${form}`,
        observed: `${String(result.id)}, ${String(result.state)}`,
      });
    }
  },
);

const alreadyFinal = clientRows(
  'client.answer.job-already-final',
  submissionRows(['succeeded', 'failed', 'canceled']),
  async (world, { operation, state }) => {
    for (const [form, body] of Object.entries(jobForms(state))) {
      let reads = 0;
      world.answer(({ method }) => {
        if (method === 'POST') return { status: 202, body };
        reads += 1;
        return reads > 5 ? { status: 404 } : { body };
      });
      const answer = await world.call(operation.op, operation.params);
      const isFailure = state === 'failed' && !answer.ok && answer.error.code === 'provider_unavailable';
      expectThat(world, (isFailure || (answer.ok && answer.result.state === state)) && reads <= 1, {
        expected: `a job ${form} that is ${state} in its 202 to be taken as finished`,
        observed: `${reportOf(answer)} after ${reads} reads`,
      });
    }
  },
);

const noModel = 'none is named';
const fallbacks = ['acme/fallback', 'other/Second-1.5:free'];
/** Names that a careless comparison takes for the model that was asked for. */
const alike = [`${chatParams.model}-2`, `${chatParams.model}:free`, 'other/talker', 'acme/Talker', 'acme/talk'];
const answeringModels = [...fallbacks, noModel, ...alike];
const answeringModel = clientRows('client.answer.answering-model', answeringModels, async (world, model) => {
  await controlChat(world);
  const models = alike.includes(model) ? alike : fallbacks;
  const ask = { ...chat, params: { ...chatParams, models } };
  const reported = async (named: string | undefined) => {
    const { answer } = await attempt(world, ask, [completion('fine', { model: named })]);
    return expectOk(world, answer, 'a chat that a fallback model may have served').model;
  };
  const plain = await reported(model === noModel ? fallbacks[0] : model);
  if (plain === undefined) throw new NotExercised('the client reports no model');
  if (model !== noModel)
    return expectThat(world, plain === model, {
      expected: `${model}, the model that answered`,
      observed: String(plain),
    });
  // With a list any of its models may have answered.
  const made = await reported(undefined);
  expectThat(world, made === undefined || made === null || made === '', {
    expected: 'no model, since the reply of one of several models names none',
    observed: String(made),
  });
});

/** What a client makes of answers (Resources). */
const answers: readonly ClientCheck[] = [content, jobAccepted, alreadyFinal, answeringModel];
export default answers;
