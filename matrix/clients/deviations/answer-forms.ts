import type { BadClient, ClientTools, Given, JsonObject } from '../client-behaviour.ts';
import { readEvents } from '../read-events.ts';
import { referenceClient as right } from '../reference-client.ts';
import { failed } from '../reference-operations.ts';
import { doing, rebodied, wired } from './patches.ts';

const hasError = ({ error }: JsonObject) => typeof error === 'object' && error !== null;
const hasOutput = ({ output }: JsonObject) => Array.isArray(output) && output.length > 0;

/** A call among the calls of its client that run. */
const among = (name: string, { memory }: ClientTools, { base_url, api_key }: Given, step: number): number => {
  const key = `${name} ${base_url} ${api_key}`;
  const count = Number(memory.get(key) ?? 0) + step;
  memory.set(key, count);
  return count;
};

/** The Idempotency-Key of a keyed chat that is under way, for one without. */
const keyUnderWay = ({ base_url, api_key }: Given) => `key under way ${base_url} ${api_key}`;

/** Clients that are misled by what an answer holds, lacks or says besides, or by what other calls are given. */
export const answerFormDeviations: readonly BadClient[] = [
  {
    id: 'client.answer.job-accepted:succeeded where it has output',
    changes: doing('create_image', async (tools, given) => {
      const body = right.submissionBody(given.params ?? {}, 'create_image');
      const job = await tools.sendJson('create_image', given, body);
      return right.job(hasOutput(job) ? { ...job, state: 'succeeded' } : job, given);
    }),
    entails: ['client.answer.unknown-values'],
  },
  {
    id: 'client.job.canceled-is-final:whole seconds in UTC alone',
    changes: {
      job(job, given) {
        if (!/T\d\d:\d\d:\d\dZ$/.test(String(job.created_at))) throw failed(`${job.created_at} is no time`);
        return right.job(job, given);
      },
    },
    entails: ['client.job.'],
  },
  {
    id: 'client.job.canceled-is-final:failed where it has an error',
    changes: { job: (job, given) => right.job(hasError(job) ? { ...job, state: 'failed' } : job, given) },
    entails: ['client.job.cancel-pending', 'client.job.read-anew'],
  },
  {
    id: 'client.job.canceled-is-final:ended where it has a time of its end',
    changes: {
      isFinal: (job, reads, tools) =>
        right.isFinal(job, reads, tools) && (job.state !== 'canceled' || job.completed_at !== undefined),
    },
    entails: ['client.job.skipped-states', 'client.job.polling-ends'],
  },
  {
    id: 'client.job.polls-until-final:succeeded at 100 percent alone',
    changes: {
      isFinal: (job, reads, tools) =>
        right.isFinal(job, reads, tools) &&
        (job.state !== 'succeeded' || (job.progress as { percent?: number })?.percent === 100),
    },
    entails: ['client.job.'],
  },
  {
    id: 'client.job.cancel-pending:succeeded at 100 percent',
    changes: doing('cancel_job', async (tools, given) => {
      const job = await tools.sendJson('cancel_job', given);
      const isMade = job.state === 'processing' && (job.progress as { percent?: number })?.percent === 100;
      return right.job(isMade ? { ...job, state: 'succeeded' } : job, given);
    }),
  },
  {
    id: 'client.error.job-failed:of an error with a scope',
    changes: {
      job({ error, ...job }, given) {
        const isWhole = error === undefined || (error as JsonObject).scope !== undefined;
        return right.job(isWhole ? { ...job, error } : job, given);
      },
    },
  },
  {
    id: 'client.error.optional-fields:attempts without a status',
    changes: {
      readFailure(status, headers, text) {
        const failure = right.readFailure(status, headers, text);
        const { attempts, message } = failure.sent as { attempts?: readonly JsonObject[]; message?: unknown };
        const isOdd = attempts?.some((attempt) => typeof attempt.status !== 'number');
        return isOdd === true ? { ...failure, sent: { message } } : failure;
      },
    },
  },
  {
    id: 'client.error.unknown-fields:in a stream',
    changes: {
      errorIn(chunk, soFar) {
        const error = right.errorIn(chunk, soFar);
        return error !== undefined && 'cause' in error ? { message: error.message } : error;
      },
    },
  },
  {
    id: 'client.answer.answering-model:the one that was asked for',
    changes: {
      completion(completion, given) {
        return { ...right.completion(completion, given), model: completion.model ?? given.params?.model };
      },
    },
  },
  {
    id: 'client.stream.missing-done:after a tool call',
    changes: {
      async *events(pieces) {
        let hasCalls = false;
        for await (const data of readEvents(pieces)) {
          hasCalls ||= data.includes('"tool_calls":[');
          yield data;
        }
        if (hasCalls) yield '[DONE]';
      },
    },
  },
  {
    id: 'client.stream.error-noticed:before a tool call',
    changes: {
      isEnd: (data) => right.isEnd(data) || data.includes('"finish_reason":"tool_calls"'),
    },
    entails: ['client.stream.'],
    with: ['client.stream.'],
  },
  {
    id: 'client.request.settings-unchanged:at most 32768 tokens',
    changes: rebodied(
      ({ max_tokens: most, ...body }) =>
        most === undefined ? body : { ...body, max_tokens: Math.min(Number(most), 32_768) },
      'chat_stream',
    ),
  },
  {
    id: 'client.idempotency.conflict-not-evaded:where the first is in progress',
    changes: {
      retries: (failure, call, tools) =>
        right.retries(failure, call, tools) ||
        (call.attempt === 1 && failure.sent.code === 'idempotency_conflict' && failure.sent.state === 'in_progress'),
      attemptKey: ({ key, attempt }) => (attempt > 1 && key !== undefined ? `${key}-${attempt}` : key),
    },
    entails: ['client.idempotency.'],
  },
  {
    id: 'client.error.request-id-of-this-error:of the first attempt with its code',
    changes: {
      retries(failure, call, tools) {
        const isAgain = right.retries(failure, call, tools);
        const { memory } = tools;
        const first = memory.get('first id') as JsonObject | undefined;
        if (call.attempt === 1) memory.set('first id', failure.sent);
        else if (!isAgain && first?.code === failure.sent.code && first !== undefined)
          Object.assign(failure.sent, { request_id: first.request_id });
        return isAgain;
      },
    },
    entails: ['client.error.request-id'],
  },
  {
    id: 'client.any-call.sent:the key of a chat beside it',
    changes: {
      ...wired(({ headers }, { given, key, attempt }, { memory }) => {
        if (key !== undefined && attempt === 1) memory.set(keyUnderWay(given), key);
        const other = memory.get(keyUnderWay(given));
        return key === undefined && other !== undefined
          ? { headers: { ...headers, 'idempotency-key': String(other) } }
          : {};
      }, 'chat'),
      ...doing('chat', async (tools, given) => {
        try {
          return await right.operations.chat(tools, given);
        } finally {
          if (given.idempotency_key !== undefined) tools.memory.delete(keyUnderWay(given));
        }
      }),
    },
    entails: ['client.any-call.'],
  },
  {
    id: 'client.any-call.sent:the settings of a stream beside it',
    changes: {
      chatBody(params, isStream, tools) {
        const { memory } = tools;
        if (isStream) memory.set('settings', params.temperature);
        const own = right.chatBody(params, isStream, tools);
        const kept = memory.get('settings');
        return isStream || own.temperature !== undefined || kept === undefined ? own : { ...own, temperature: kept };
      },
      ...doing('chat_stream', async (tools, given) => {
        among('streams', tools, given, 1);
        try {
          return await right.operations.chat_stream(tools, given);
        } finally {
          if (among('streams', tools, given, -1) === 0) tools.memory.delete('settings');
        }
      }),
    },
    entails: ['client.any-call.'],
  },
];
