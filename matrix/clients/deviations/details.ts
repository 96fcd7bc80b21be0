import { type BadClient, type ClientChanges, ClientError, type Failure, type JsonObject } from '../client-behaviour.ts';
import { referenceClient as right } from '../reference-client.ts';
import { failed } from '../reference-operations.ts';
import { backoff, retriesAlso } from './failure-patches.ts';
import { rebodied, wired } from './patches.ts';

const kindOfStatus: Readonly<Record<number, string>> = {
  429: 'rate_limit',
  500: 'unknown',
  502: 'unavailable',
  503: 'unavailable',
  504: 'timeout',
};
const reportingKind = (kindOf: (failure: Failure) => unknown): ClientChanges => ({
  error: (failure) => ({ ...right.error(failure), kind: kindOf(failure) }),
});
/** The last piece of a call decides, whatever it says. */
const withLastIds: ClientChanges = {
  streamed(chunks, given) {
    const ids = new Map<unknown, unknown>();
    for (const chunk of chunks) {
      const [choice] = (chunk.choices ?? []) as readonly {
        readonly delta?: { readonly tool_calls?: readonly JsonObject[] };
      }[];
      for (const { index, id } of choice?.delta?.tool_calls ?? []) if (id !== undefined) ids.set(index, id);
    }
    const { tool_calls: calls, ...others } = right.streamed(chunks, given);
    if (!Array.isArray(calls)) return others;
    return { ...others, tool_calls: calls.map((call, place) => ({ ...call, id: ids.get(place) ?? call.id })) };
  },
};
/** A name that is null is a word. */
const withNullNames: ClientChanges = {
  streamed: (chunks, given) =>
    right.streamed(
      chunks.map((chunk) =>
        JSON.parse(JSON.stringify(chunk), (name, value) => (name === 'name' ? String(value) : value)),
      ),
      given,
    ),
};
const openingPart: ClientChanges = {
  async download(url) {
    const response = await fetch(url);
    if (!response.ok) return undefined;
    let bytes = 0;
    try {
      for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) bytes += piece.byteLength;
    } catch {
      // What has come is taken for all.
    }
    return bytes;
  },
};
/** Takes what these refusals say for the file. */
const openingRefused = (isOne: (status: number) => boolean): ClientChanges => ({
  async download(url) {
    const response = await fetch(url);
    const { byteLength } = await response.arrayBuffer();
    return response.ok || isOne(response.status) ? byteLength : undefined;
  },
});
const inLaterMessages = (change: (text: string) => string): ClientChanges =>
  rebodied((body) =>
    Array.isArray(body.messages)
      ? {
          ...body,
          messages: (body.messages as readonly JsonObject[]).map((message, place) =>
            place === 0 ? message : { ...message, content: change(String(message.content)) },
          ),
        }
      : body,
  );
const camelCase = (value: unknown, isTop = true): unknown => {
  if (Array.isArray(value)) return value.map((one) => camelCase(one, false));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      isTop ? name : name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      camelCase(one, false),
    ]),
  );
};

/** Drops the data of an event in which a comment comes after it. */
async function* withoutCommented(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let text = '';
  for await (const piece of pieces) text += Buffer.from(piece).toString('latin1');
  const kept = text.replaceAll(/data:[^\n]*\n(?=:)/g, '');
  yield* right.events(
    (async function* () {
      yield Buffer.from(kept, 'latin1');
    })(),
  );
}

/** Waits as it likes once a first poll was served. */
const hastyLaterPolls: ClientChanges = {
  isFinal(job, reads, tools) {
    const isFinal = right.isFinal(job, reads, tools);
    tools.memory.set('polls', !isFinal);
    return isFinal;
  },
  waitMs: (failure, call, tools) =>
    call.op === 'wait_job' && tools.memory.get('polls') === true ? backoff(call) : right.waitMs(failure, call, tools),
};
const pollingOn: ClientChanges = {
  abortSignal: (call) => (call.op === 'wait_job' ? undefined : call.given.signal),
  isGivenUp: (given, tools) => given.op !== 'wait_job' && right.isGivenUp(given, tools),
};

/** Takes the end of each group of lines for an event, with data or without. */
async function* eachGroup(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let text = '';
  for await (const piece of pieces) text += Buffer.from(piece).toString('latin1');
  for (const group of Buffer.from(text, 'latin1').toString().split('\n\n').slice(0, -1)) {
    const lines = group.split('\n').filter((line) => line !== '' && !line.startsWith(':'));
    if (lines.length === 0) continue;
    yield lines
      .filter((line) => line.startsWith('data:'))
      .map((line) => line.slice(5).trimStart())
      .join('\n');
  }
}

/** Clients that go wrong in one place alone. */
export const detailDeviations: readonly BadClient[] = [
  {
    id: 'client.error.kind-reported',
    changes: reportingKind(
      ({ sent, status }) =>
        kindOfStatus[status ?? 0] ??
        (sent.kind === undefined ? undefined : status === 200 || status === undefined ? sent.kind : 'terminal'),
    ),
  },
  {
    id: 'client.error.kind-reported:of-streams',
    changes: reportingKind(({ sent: { kind }, status }) => (status === 200 && kind !== undefined ? 'unknown' : kind)),
  },
  {
    id: 'client.error.kind-reported:of-new-codes',
    changes: reportingKind(({ sent: { code, kind } }) => (code === 'brand_new_code' ? 'unknown' : kind)),
  },
  {
    id: 'client.error.kind-reported:of-jobs',
    changes: {
      job: (job, given) => {
        const result = right.job(job, given);
        return result.error === undefined
          ? result
          : { ...result, error: { ...(result.error as object), kind: 'unknown' } };
      },
    },
  },
  {
    id: 'client.answer.null-fields',
    changes: { errorIn: (chunk) => ('error' in chunk ? ((chunk.error ?? {}) as JsonObject) : undefined) },
  },
  {
    id: 'client.answer.null-fields:job',
    changes: {
      job(job, given) {
        if (job.error !== undefined && job.error === null) throw failed('the error of a job has no code');
        return right.job(job, given);
      },
    },
  },
  {
    id: 'client.answer.null-fields:purged-at',
    changes: { opens: (item, nowMs) => item.purged_at === undefined && right.opens(item, nowMs) },
  },
  {
    id: 'client.answer.null-fields:of-errors',
    changes: {
      readFailure(status, headers, text) {
        const failure = right.readFailure(status, headers, text);
        if ('attempts' in failure.sent && !Array.isArray(failure.sent.attempts))
          throw new ClientError({ ...failure, sent: { message: 'attempts is no list' } });
        return failure;
      },
    },
  },
  { id: 'client.stream.tool-call-fillers', changes: withLastIds },
  { id: 'client.stream.tool-call-fillers:null', changes: withNullNames },
  {
    id: 'client.request.cancel-without-body:on-retry',
    changes: wired(({ body }, { attempt }) => ({ body: body ?? (attempt > 1 ? '{}' : undefined) }), 'cancel_job'),
    entails: ['client.request.content-type'],
  },
  {
    id: 'client.stream.event-without-data',
    changes: { events: eachGroup },
    entails: ['client.stream.'],
  },
  { id: 'client.job.whole-output', changes: openingPart },
  { id: 'client.job.whole-output:refused', changes: openingRefused(() => true), entails: ['client.job.'] },
  { id: 'client.job.whole-output:of-a-failing-server', changes: openingRefused((status) => status >= 500) },
  { id: 'client.retry.retry-after-each-time:later-polls', changes: hastyLaterPolls, entails: ['client.retry.'] },
  { id: 'client.abort.not-sent-again:polls', changes: pollingOn },
  {
    id: 'client.abort.not-sent-again:retries-of-reads',
    changes: {
      abortSignal: ({ op, given }) => (op === 'get_job' ? undefined : given.signal),
      isGivenUp: (given, tools) => given.op !== 'get_job' && right.isGivenUp(given, tools),
    },
  },
  {
    id: 'client.answer.tool-calls:text-dropped',
    changes: {
      completion: (completion, given) => {
        const result = right.completion(completion, given);
        return result.tool_calls === undefined ? result : { ...result, content: '' };
      },
    },
  },
  {
    id: 'client.stream.tool-calls:text-dropped',
    changes: {
      textIn: (chunk, soFar) => (JSON.stringify(chunk).includes('"tool_calls"') ? '' : right.textIn(chunk, soFar)),
    },
  },
  {
    id: 'client.request.given-together:models-and-key',
    changes: {
      attemptKey: ({ key, given }) =>
        Number((given.params?.models as unknown[] | undefined)?.length) > 3 ? undefined : key,
    },
  },
  { id: 'client.request.unicode-unchanged:later-messages', changes: inLaterMessages((text) => text.normalize('NFC')) },
  {
    id: 'client.request.inputs-unchanged:nested-names',
    changes: rebodied((body) => camelCase(body) as JsonObject, 'create_image', 'create_transcription'),
    entails: ['client.request.routing-unchanged'],
  },
  { id: 'client.stream.line-ends:comment-within', changes: { events: withoutCommented }, entails: ['client.stream.'] },
  {
    id: 'client.retry.terminal:one-code-of-streams',
    changes: retriesAlso(
      ({ sent }, { op, attempt }) => op === 'chat_stream' && sent.code === 'moderation_refused' && attempt === 1,
    ),
  },
  {
    id: 'client.retry.terminal:one-code-of-submissions',
    changes: retriesAlso(
      ({ sent }, { op, attempt }) => op === 'create_transcription' && sent.code === 'budget_exceeded' && attempt === 1,
    ),
  },
];
