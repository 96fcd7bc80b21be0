import {
  type BadClient,
  type Call,
  type ClientChanges,
  ClientError,
  type Failure,
  type JsonObject,
} from '../client-behaviour.ts';
import { referenceClient as right } from '../reference-client.ts';
import { failed, referenceOperations } from '../reference-operations.ts';
import { reading, recoded } from './failure-patches.ts';

const refusing = (refuses: (sent: JsonObject) => boolean): ClientChanges =>
  reading((failure) =>
    refuses(failure.sent) ? { ...failure, sent: { message: 'an error that can not be read' } } : failure,
  );
const known = new Set(
  'code message kind scope type param request_id generation_id retry_after_ms attempts state usage cost'.split(' '),
);
const waitJob = (change: (error: unknown) => JsonObject): ClientChanges => ({
  operations: {
    ...referenceOperations,
    wait_job: (tools, given) => (referenceOperations.wait_job(tools, given) as Promise<JsonObject>).catch(change),
  },
});
const anyEntails = ['client.error.'];

/** What an HTTP error without an envelope is taken for. */
const lenient = (takes: (status: number, text: string) => boolean): ClientChanges => ({
  operations: {
    ...referenceOperations,
    chat: async (tools, given) => {
      try {
        return await referenceOperations.chat(tools, given);
      } catch (error) {
        const { status, sent } = (error as ClientError).failure;
        if (status !== undefined && sent.code === undefined && takes(status, String(sent.message)))
          return { content: '' };
        throw error;
      }
    },
  },
});

/** Clients that report errors wrongly. */
export const errorDeviations: readonly BadClient[] = [
  { id: 'client.error.code-reported', changes: recoded(() => undefined), entails: anyEntails },
  {
    id: 'client.error.code-reported:by-status',
    changes: recoded(({ status }) => `http_${status}`),
    entails: anyEntails,
  },
  { id: 'client.error.code-reported:kind', changes: recoded(({ sent }) => sent.kind), entails: anyEntails },
  {
    id: 'client.error.code-reported:camel-case',
    changes: recoded(({ sent }) => String(sent.code).replace(/_(.)/g, (_, one: string) => one.toUpperCase())),
    entails: anyEntails,
  },
  {
    id: 'client.error.code-reported:rate-limit-exceeded',
    changes: recoded(({ sent }) => (sent.code === 'rate_limited' ? 'rate_limit_exceeded' : sent.code)),
  },
  {
    id: 'client.error.code-reported:not-for-jobs',
    entails: ['client.error.unlisted-code'],
    changes: {
      operations: {
        ...referenceOperations,
        create_image: async (tools, given) => {
          try {
            return await referenceOperations.create_image(tools, given);
          } catch {
            throw failed('the submission failed');
          }
        },
      },
    },
  },
  {
    id: 'client.error.code-reported:not-for-lists',
    entails: ['client.error.unlisted-code'],
    changes: {
      operations: {
        ...referenceOperations,
        list_models: async (tools, given) => {
          try {
            return await referenceOperations.list_models(tools, given);
          } catch {
            throw failed('the list failed');
          }
        },
      },
    },
  },
  {
    id: 'client.error.code-reported:prefixed',
    changes: recoded(({ sent }) => `svc.${sent.code}`),
    entails: anyEntails,
  },
  {
    id: 'client.error.unknown-fields',
    changes: refusing((sent) => Object.keys(sent).some((name) => !known.has(name))),
  },
  {
    id: 'client.error.unknown-fields:merged',
    changes: reading((failure) => ({
      ...failure,
      sent: { ...failure.sent, code: failure.sent.name ?? failure.sent.code },
    })),
  },
  { id: 'client.error.unknown-fields:success', changes: lenientFlag() },
  {
    id: 'client.error.optional-fields',
    changes: refusing(({ code, request_id }) => code !== undefined && request_id === undefined),
    entails: anyEntails,
  },
  { id: 'client.error.optional-fields:scope', changes: refusing(({ scope }) => scope === null) },
  {
    id: 'client.error.optional-fields:attempts',
    changes: recoded(({ sent }) => {
      const [first] = (sent.attempts ?? [{ status: 0 }]) as JsonObject[];
      return first === undefined ? undefined : sent.code;
    }),
  },
  {
    id: 'client.error.optional-fields:generation',
    changes: recoded(({ sent }) => (sent.generation_id === undefined ? sent.code : 'generation_failed')),
  },
  {
    id: 'client.error.request-id',
    changes: { error: (failure) => ({ ...right.error(failure), request_id: 'req_of_my_own' }) },
  },
  {
    id: 'client.error.request-id:cut',
    changes: {
      error: (failure) => ({
        ...right.error(failure),
        ...(failure.sent.request_id === undefined
          ? {}
          : { request_id: String(failure.sent.request_id).replace('req_', '') }),
      }),
    },
  },
  {
    id: 'client.error.request-id:body-alone',
    changes: { error: (failure) => ({ ...right.error(failure), request_id: failure.sent.request_id }) },
  },
  {
    id: 'client.error.request-id:other-header',
    changes: {
      error: (failure) => ({
        ...right.error(failure),
        request_id: failure.headers?.get('x-request-id') ?? undefined,
      }),
    },
  },
  { id: 'client.error.request-id-of-this-error', changes: rememberedId(() => true) },
  {
    id: 'client.error.request-id-of-this-error:without-envelope',
    changes: rememberedId(({ sent }) => sent.code === undefined),
  },
  { id: 'client.error.request-id-of-this-error:first-attempt', changes: idOfFirstAttempt(() => true) },
  {
    id: 'client.error.request-id-of-this-error:first-attempt-of-reads',
    changes: idOfFirstAttempt(({ op }) => op === 'get_job' || op === 'wait_job'),
  },
  {
    id: 'client.error.request-id-of-this-error:first-attempt-without-own',
    changes: idOfFirstAttempt((_, { sent }) => sent.request_id === undefined),
  },
  // What passes for a success carries no id.
  ...[
    { id: 'client.error.no-envelope', changes: lenient(() => true) },
    { id: 'client.error.no-envelope:pages', changes: lenient((status) => status === 502) },
    { id: 'client.error.no-envelope:not-found', changes: lenient((status) => status === 404) },
  ].map((client) => ({ ...client, entails: ['client.error.request-id-of-this-error'] })),
  {
    id: 'client.error.job-failed',
    changes: waitJob(() => ({ id: 'job_1', state: 'failed' })),
    entails: anyEntails,
  },
  {
    id: 'client.error.job-failed:reads',
    changes: { job: (job, given) => right.job({ ...job, error: undefined }, given) },
  },
  {
    id: 'client.error.job-failed:success',
    changes: waitJob(() => ({ id: 'job_1', state: 'succeeded' })),
    entails: anyEntails,
  },
  {
    id: 'client.error.job-failed:own-code',
    changes: waitJob(() => {
      throw new ClientError({
        sent: { code: 'job_failed', message: 'failed' },
        status: undefined,
        headers: undefined,
        isLost: false,
      });
    }),
    entails: anyEntails,
  },
  {
    id: 'client.error.job-failed:kind',
    changes: waitJob((error) => {
      const { failure } = error as ClientError;
      throw new ClientError({ ...failure, sent: { ...failure.sent, code: failure.sent.kind } });
    }),
    entails: anyEntails,
  },
  {
    id: 'client.error.job-failed:expired',
    changes: waitJob((error) => {
      const { failure } = error as ClientError;
      if (failure.sent.code === 'retention_expired') return { id: 'job_1', state: 'canceled' };
      throw error;
    }),
  },
];

/** Reports the request_id of the last error that had one with these errors that have none. */
function rememberedId(isOne: (failure: Failure) => boolean): ClientChanges {
  let last: unknown;
  return {
    error(failure) {
      const reported = right.error(failure);
      last = reported.request_id ?? last;
      return isOne(failure) ? { ...reported, request_id: reported.request_id ?? last } : reported;
    },
  };
}

/** Reports the request_id of a call's first refusal with its last one. */
function idOfFirstAttempt(isOne: (call: Call, failure: Failure) => boolean): ClientChanges {
  const first = new WeakMap<Call, unknown>();
  const firstOf = new WeakMap<Failure, unknown>();
  return {
    retries(failure, call, tools) {
      if (!first.has(call)) first.set(call, right.error(failure).request_id);
      if (isOne(call, failure)) firstOf.set(failure, first.get(call));
      return right.retries(failure, call, tools);
    },
    error: (failure) => ({
      ...right.error(failure),
      request_id: firstOf.get(failure) ?? right.error(failure).request_id,
    }),
  };
}

/** Believes a field named success. */
function lenientFlag(): ClientChanges {
  return {
    operations: {
      ...referenceOperations,
      chat: async (tools, given) => {
        try {
          return await referenceOperations.chat(tools, given);
        } catch (error) {
          if ((error as ClientError).failure.sent.success === true) return { content: '' };
          throw error;
        }
      },
    },
  };
}
