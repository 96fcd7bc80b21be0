import type { ClientRequest, ClientWorld, JsonObject, ScriptedAnswer } from '@gateproof/harness';
import { type DriverAnswer, serviceNames } from '@gateproof/spec';
import type { AnyCall } from './any-call.ts';
import { chunk, completion, errorObject, event, jobBody, modelBody, streamOfPieces } from './replies.ts';
import { fileFor, jobId, numberOf, outputOf, type RichOperation, richCall, textFor } from './rich-calls.ts';
import { wire } from './tool-calls.ts';

/** What a caller is to hear, by the name of what a driver reports; undefined: whatever it is. */
export type Heard = Readonly<Record<string, unknown>>;

/** A call under a word, with what its caller is to hear of the answer. */
export interface FormedCall extends AnyCall {
  readonly op: RichOperation;
  readonly word: string;
  /** Which of its operation's answers it is served. */
  readonly form: string;
  readonly wanted: Heard;
  readonly path: string;
}

interface Form {
  /** What the caller gives in the place of what any call of the operation gives. */
  readonly params?: JsonObject;
  answer(word: string, request: ClientRequest, nth: number): ScriptedAnswer;
  wanted(word: string): Heard;
}

/** Pieces of a stream come with those of others between them. */
const inTurns = { pieceBytes: 60, pieceGapMs: 1 } as const;
const modelFor = (word: string) => `acme/Model-${word}`;
const callsFor = (word: string) =>
  ['one', 'two'].map((name) => ({
    id: `call_${word}_${name}`,
    name,
    arguments: JSON.stringify({ [word]: [name, 0.1] }),
  }));
const metadataFor = (word: string) => ({ cost: 0.1, region: word, policy: [word, 'b'] });
const withMetadata = (word: string) => ({ [serviceNames('svc').metadataField]: metadataFor(word) });
const delta = (of: object): JsonObject => ({
  ...chunk(undefined),
  choices: [{ index: 0, delta: of, finish_reason: null }],
});

/** A stream of text, tool calls whose fragments come in turns, and metadata. */
function eventsFor(word: string): readonly string[] {
  const whole = streamOfPieces(textFor(word).split(/(?<= )/));
  const calls = callsFor(word);
  const heads = calls.map(({ id, name }, index) =>
    delta({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
  );
  const tails = [0, 1].flatMap((part) =>
    calls.map(({ arguments: text }, index) => {
      const half = Math.ceil(text.length / 2);
      return delta({
        tool_calls: [{ index, function: { arguments: part === 0 ? text.slice(0, half) : text.slice(half) } }],
      });
    }),
  );
  const usage = { ...chunk(undefined), choices: [], usage: { total_tokens: 8 }, ...withMetadata(word) };
  return [
    ...whole.slice(0, -2),
    ...[...heads, ...tails].map(event),
    ...whole.slice(-2, -1),
    event(usage),
    ...whole.slice(-1),
  ];
}

/** A stream whose last chunk has text beside its finish reason, as `streamOfPieces` does not. */
function endingWithText(word: string): readonly string[] {
  const pieces = textFor(word).split(/(?<= )/);
  const whole = streamOfPieces(pieces.slice(0, -1));
  return [...whole.slice(0, -2), event(chunk(pieces.at(-1), 'stop')), ...whole.slice(-1)];
}

const jobErrors = ['moderation_refused', 'provider_unavailable', 'context_length_exceeded', 'upstream_timeout'].map(
  (code) => {
    const { kind, message } = errorObject(code);
    return { code, kind, scope: 'route', message };
  },
);
/** Jobs of words that follow one another fail with other codes. */
const jobErrorFor = (word: string) => jobErrors[numberOf(word) % jobErrors.length];
const jobIn = (state: string, word: string) =>
  jobBody(state, { id: jobId(word), ...(state === 'failed' ? { error: jobErrorFor(word) } : {}) });
const heardJob = (state: string, word: string): Heard => ({
  ...(state === 'failed' ? { code: jobErrorFor(word)?.code } : { id: jobId(word), state }),
});
const jobForm = (state: string, status = 200): Form => ({
  answer: (word) => ({ status, body: jobIn(state, word) }),
  wanted: (word) => heardJob(state, word),
});
/** A poll before the last one shows another state. */
const polled = (state: string): Form => ({
  answer: (word, _request, nth) => ({ body: jobIn(['queued', 'processing'][nth - 1] ?? state, word) }),
  wanted: (word) => heardJob(state, word),
});
const forms: Readonly<Record<RichOperation, Readonly<Record<string, Form>>>> = {
  chat: {
    text: {
      answer: (word) => completion(textFor(word), { model: modelFor(word) }),
      wanted: (word) => ({ content: textFor(word), model: modelFor(word) }),
    },
    calls: {
      answer(word) {
        const message = { role: 'assistant', content: null, tool_calls: callsFor(word).map(wire) };
        const choices = [{ index: 0, message, finish_reason: 'tool_calls' }];
        return completion('', { model: modelFor(word), choices, ...withMetadata(word) });
      },
      wanted: (word) => ({ tool_calls: callsFor(word), metadata: metadataFor(word), model: modelFor(word) }),
    },
  },
  chat_stream: {
    text: {
      answer: (word) => ({ ...inTurns, events: endingWithText(word) }),
      wanted: (word) => ({ content: textFor(word), complete: true }),
    },
    calls: {
      answer: (word) => ({ ...inTurns, events: eventsFor(word) }),
      wanted: (word) => ({
        content: textFor(word),
        complete: true,
        tool_calls: callsFor(word),
        metadata: metadataFor(word),
      }),
    },
  },
  create_image: { queued: jobForm('queued', 202), succeeded: jobForm('succeeded', 202) },
  create_transcription: { processing: jobForm('processing', 202), failed: jobForm('failed', 202) },
  get_job: { succeeded: jobForm('succeeded'), failed: jobForm('failed') },
  wait_job: { succeeded: polled('succeeded'), canceled: polled('canceled') },
  cancel_job: { canceled: jobForm('canceled'), processing: jobForm('processing') },
  list_models: {
    two: {
      answer: () => ({ body: { object: 'list', data: ['acme/b', 'acme/a'].map((id) => modelBody(id)) } }),
      wanted: () => ({ ids: ['acme/a', 'acme/b'] }),
    },
  },
  get_model: Object.fromEntries(
    ['image', 'text'].map((modality): [string, Form] => [
      modality,
      {
        answer: (word) => ({ body: modelBody(modelFor(word), { modality }) }),
        wanted: (word) => ({ id: modelFor(word), modality }),
      },
    ]),
  ),
  open_output: Object.fromEntries(
    ['a', 'b'].map((name, place): [string, Form] => [
      name,
      {
        params: { place },
        // A file takes so long that another job is read meanwhile.
        answer: (word, request) =>
          request.path.startsWith('/output/')
            ? { body: fileFor(request.path), afterMs: 40 }
            : { body: jobBody('succeeded', { id: jobId(word), output: outputOf(word, request) }) },
        wanted: (word) => ({ bytes: fileFor(`/output/${word}/${name}`).length }),
      },
    ]),
  ),
};

/** The names of the answers that calls of an operation are served. */
export const formsOf = (op: RichOperation): readonly string[] => Object.keys(forms[op]);

/** The operations whose callers may leave out all but what is required. */
export const bareOperations = ['chat', 'chat_stream', 'create_image', 'create_transcription'] as const;
const required: readonly string[] = ['model', 'messages', 'inputs'];

/** A call that gives what is required and no Idempotency-Key, served in the first of its operation's forms. */
export function bareCall(world: ClientWorld, op: (typeof bareOperations)[number], word: string): FormedCall {
  const { operation, options: _key, ...call } = formedCall(world, op, word, formsOf(op)[0] as string);
  const given = Object.entries(operation.params).filter(([name]) => required.includes(name));
  return { ...call, form: 'bare', operation: { ...operation, params: Object.fromEntries(given) } };
}

const ofJob = (word: string) => `/v1/jobs/${jobId(word)}`;
const pathFor: Readonly<Partial<Record<RichOperation, (word: string) => string>>> = {
  get_job: ofJob,
  wait_job: ofJob,
  open_output: ofJob,
  cancel_job: (word) => `${ofJob(word)}/cancel`,
  get_model: (word) => `/v1/models/${modelFor(word)}`,
};

/** A call that is served in a form of its operation's. */
export function formedCall(world: ClientWorld, op: RichOperation, word: string, name: string): FormedCall {
  const form = forms[op][name] as Form;
  const { operation, ...call } = richCall(world, op, word, (request, nth) => form.answer(word, request, nth));
  return {
    ...call,
    ...{ op, word, form: name, wanted: form.wanted(word), path: pathFor[op]?.(word) ?? operation.path },
    operation: { ...operation, params: { ...operation.params, ...form.params } },
  };
}

/** What a driver reported, by the names of what is wanted. */
export function heardIn(answer: DriverAnswer): Heard {
  if (!answer.ok) {
    const { code, kind, status, request_id } = answer.error as Readonly<Record<string, unknown>>;
    return { code, kind, status, request_id };
  }
  const { ids, error, ...result } = answer.result as JsonObject;
  const code = (error as JsonObject | undefined)?.code;
  return { ...result, ids: Array.isArray(ids) ? ids.toSorted() : ids, code };
}
