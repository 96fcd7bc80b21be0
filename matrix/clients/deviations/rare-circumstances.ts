import type { DriverOperation } from '@gateproof/spec';
import type {
  BadClient,
  Call,
  ClientBehaviour,
  ClientChanges,
  ClientTools,
  Failure,
  Given,
  JsonObject,
} from '../client-behaviour.ts';
import { referenceClient as right } from '../reference-client.ts';
import { failed } from '../reference-operations.ts';
import { reading } from './failure-patches.ts';
import { doing, retold } from './patches.ts';

const hasty = (isOne: (failure: Failure, call: Call) => boolean): ClientChanges => ({
  waitMs: (failure, call, tools) =>
    isOne(failure, call) && failure.headers?.has('retry-after') !== true ? 0 : right.waitMs(failure, call, tools),
});

/** Retries of one more kind, which a type decides. */
const byType = (type: string, most: number, ...ops: readonly DriverOperation[]): ClientChanges => ({
  retries: (failure, call, tools) =>
    right.retries(failure, call, tools) ||
    (failure.sent.type === type && call.attempt <= most && (ops.length === 0 || ops.includes(call.op))),
});

/** Reports the metadata of the reply before where a reply has none. */
const keptMetadata: ClientChanges = retold('chat', (result, { memory }) => {
  const metadata = result.metadata ?? memory.get('metadata');
  memory.set('metadata', metadata);
  return metadata === undefined ? result : { ...result, metadata };
});

/** Calls that are under way are one where they have the same name, and end with the first of their callers. */
const sharedReads = (op: DriverOperation, named: (given: Given) => readonly unknown[]): ClientChanges => ({
  operations: {
    ...right.operations,
    [op]: async (tools: ClientTools, given: Given) => {
      const name = `under way ${JSON.stringify([op, ...named(given)])}`;
      const running = (tools.memory.get(name) ?? right.operations[op](tools, given)) as Promise<JsonObject>;
      tools.memory.set(name, running);
      try {
        return await running;
      } finally {
        tools.memory.delete(name);
      }
    },
  },
});

const sharedByPath = (op: DriverOperation) => sharedReads(op, ({ base_url, params }) => [base_url, params]);

/** Ignores chunks of another id than the first chunk's. */
async function* ofFirstId(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let first: string | undefined;
  for await (const data of right.events(pieces)) {
    const id = /"id":"(chatcmpl_\w+)"/.exec(data)?.[1];
    first ??= id;
    if (id === undefined || id === first) yield data;
  }
}

const usualInFrames = /^(provider_unavailable|upstream_timeout|internal_error|moderation_refused|rate_limited)$/;
const inFrames = (change: (error: JsonObject) => JsonObject): ClientChanges => ({
  errorIn(chunk, soFar) {
    const error = right.errorIn(chunk, soFar);
    return error === undefined ? undefined : change(error);
  },
});
const usualJobError = (error: unknown) => {
  const sent = (error ?? {}) as JsonObject;
  return sent.code === 'context_length_exceeded' ? { ...sent, code: 'invalid_request' } : sent;
};

/** Keeps the length of a job's file, whichever it was. */
const keptFiles: ClientChanges = doing('open_output', async (tools, given) => {
  const name = `file of ${String(given.base_url)} ${String(given.params?.job_id)}`;
  const kept = tools.memory.get(name) as JsonObject | undefined;
  const result = kept ?? ((await right.operations.open_output(tools, given)) as JsonObject);
  tools.memory.set(name, result);
  return result;
});

/** Takes a job for canceled whose cancel it has sent. */
const endsOwnWaits: ClientChanges = {
  operations: {
    ...right.operations,
    async cancel_job(tools, given) {
      tools.memory.set(`canceled ${String(given.base_url)}`, true);
      return right.operations.cancel_job(tools, given);
    },
    async wait_job(tools, given) {
      const job = (await right.operations.wait_job(tools, given)) as JsonObject;
      return tools.memory.has(`canceled ${String(given.base_url)}`) ? { ...job, state: 'canceled' } : job;
    },
  },
};

/** Reads one piece of a tool call in each chunk. */
const firstPieces: ClientBehaviour['streamed'] = (chunks, given) =>
  right.streamed(
    chunks.map((chunk) =>
      JSON.parse(JSON.stringify(chunk), (name, value) =>
        name === 'tool_calls' && Array.isArray(value) ? value.slice(0, 1) : value,
      ),
    ),
    given,
  );

const saying = (change: (message: string) => string): ClientChanges => ({
  error(failure) {
    const { message, ...error } = right.error(failure);
    return { ...error, message: change(String(message)) };
  },
});

/** Clients that go wrong in one circumstance of many. */
export const rareCircumstanceDeviations: readonly BadClient[] = [
  { id: 'client.answer.metadata:kept', changes: keptMetadata },
  {
    id: 'client.retry.backoff:one-code',
    changes: hasty(({ sent }) => sent.code === 'provider_empty_response'),
  },
  { id: 'client.retry.backoff:of-cancels', changes: hasty((_, { op }) => op === 'cancel_job') },
  {
    id: 'client.stream.content:of-the-first-id',
    changes: { events: ofFirstId },
    entails: ['client.stream.'],
  },
  {
    id: 'client.answer.answering-model:alike',
    changes: {
      completion(completion, given) {
        const asked = String(given.params?.model);
        const isAlike = String(completion.model).startsWith(`${asked}-`);
        return { ...right.completion(completion, given), ...(isAlike ? { model: asked } : {}) };
      },
    },
  },
  {
    id: 'client.error.not-by-type:of-kind-unknown',
    changes: byType('rate_limit_error', 3),
    entails: ['client.error.unlisted-code'],
  },
  { id: 'client.error.not-by-type:of-cancels', changes: byType('rate_limit_error', 2, 'cancel_job') },
  {
    id: 'client.error.optional-fields:of-conflicts',
    changes: reading((failure) =>
      typeof failure.sent.state === 'object' ? { ...failure, sent: { message: 'no error that is known' } } : failure,
    ),
    entails: ['client.answer.null-fields'],
  },
  {
    id: 'client.abort.others-go-on:equal-reads',
    changes: sharedReads('get_job', ({ base_url, api_key, params }) => [base_url, api_key, params]),
  },
  { id: 'client.job.output-place:of-one-job', changes: keptFiles, entails: ['client.job.opened-again'] },
  { id: 'client.job.read-anew:waited-for', changes: endsOwnWaits },
  { id: 'client.stream.tool-calls:first-of-each-chunk', changes: { streamed: firstPieces } },
  {
    id: 'client.any-call.answered:modality',
    changes: { model: (model) => ({ ...right.model(model), modality: String(model.modality).replace(/_.*$/, '') }) },
  },
  {
    id: 'client.error.message-whole',
    changes: saying((message) => (message.length > 256 ? `${message.slice(0, 253)}...` : message)),
  },
  { id: 'client.error.message-whole:first-line', changes: saying((message) => message.split('\n')[0] ?? '') },
  { id: 'client.answer.of-this-key:jobs-under-way', changes: sharedByPath('get_job') },
  { id: 'client.answer.of-this-key:chats-under-way', changes: sharedByPath('chat') },
  {
    id: 'client.stream.error-code:rare',
    changes: inFrames((error) =>
      usualInFrames.test(String(error.code)) ? error : { ...error, code: 'internal_error' },
    ),
  },
  {
    id: 'client.error.kind-reported:of-rare-frames',
    changes: inFrames((error) => (usualInFrames.test(String(error.code)) ? error : { ...error, kind: 'unknown' })),
  },
  {
    id: 'client.error.job-failed:rare',
    changes: {
      job: (job, given) =>
        right.job(job.error === undefined ? job : { ...job, error: usualJobError(job.error) }, given),
    },
    entails: ['client.error.kind-reported'],
  },
  {
    id: 'client.webhook.wrong-secret:none-given',
    changes: doing('verify_webhook', async (tools, given) => {
      const secrets = given.params?.secrets;
      return Array.isArray(secrets) && secrets.length === 0
        ? { valid: true }
        : right.operations.verify_webhook(tools, given);
    }),
  },
  {
    id: 'client.webhook.past-beyond:of-a-later-secret',
    changes: doing('verify_webhook', async (tools, given) => {
      const verified = await right.operations.verify_webhook(tools, given);
      const { secrets, signature } = given.params ?? {};
      const tS = Number(/t=(\d+)/.exec(String(signature))?.[1]);
      if (verified.valid === true || !Array.isArray(secrets) || !(tS > 0)) return verified;
      const params = { ...given.params, secrets: secrets.slice(1) };
      return right.operations.verify_webhook({ ...tools, nowMs: () => tS * 1000 }, { ...given, params });
    }),
    entails: ['client.webhook.future-beyond'],
  },
  {
    id: 'client.answer.number-spelling:whole-percent',
    changes: {
      job: (job, given) => {
        const percent = (job.progress as { percent?: number } | undefined)?.percent ?? 0;
        if (!Number.isInteger(percent)) throw failed('progress.percent is no whole number');
        return right.job(job, given);
      },
    },
  },
  {
    id: 'client.answer.content:escaped',
    changes: { parse: (text) => JSON.parse(text.replaceAll(/\\u[dD][89abAB]..\\u[dD]\w{3}/g, '?')) },
  },
  { id: 'client.answer.of-this-key:models-under-way', changes: sharedByPath('get_model') },
];
