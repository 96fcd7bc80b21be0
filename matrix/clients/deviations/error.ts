import { type BadClient, type ClientChanges, ClientError, type Failure, type JsonObject } from '../client-behaviour.ts';
import { referenceClient as right } from '../reference-client.ts';
import { failed, referenceOperations } from '../reference-operations.ts';

/** Changes what is made of an HTTP error. */
const reading = (change: (failure: Failure) => Failure): ClientChanges => ({
  readFailure: (status, headers, text) => change(right.readFailure(status, headers, text)),
});
const recoded = (codeOf: (failure: Failure) => unknown): ClientChanges =>
  reading((failure) => ({ ...failure, told: { ...failure.told, code: codeOf(failure) } }));
const rekinded = (kindOf: (told: JsonObject) => unknown): ClientChanges =>
  reading((failure) => ({ ...failure, told: { ...failure.told, kind: kindOf(failure.told) } }));
const says = ({ message, type }: JsonObject, pattern: RegExp) => pattern.test(`${message} ${type}`);
const byMessage = (pattern: RegExp, kind: string): ClientChanges =>
  rekinded((told) => (pattern.test(String(told.message)) ? kind : told.kind));
const byType = (pattern: RegExp, kind: string): ClientChanges =>
  rekinded((told) => (pattern.test(String(told.type)) ? kind : told.kind));
const refusing = (refuses: (told: JsonObject) => boolean): ClientChanges =>
  reading((failure) =>
    refuses(failure.told) ? { ...failure, told: { message: 'an error that can not be read' } } : failure,
  );
const known = new Set(
  'code message kind scope type param request_id generation_id retry_after_ms attempts state usage cost'.split(' '),
);
const listed = new Set(
  'invalid_request policy_conflict unsupported_capability context_length_exceeded unauthorized budget_exceeded insufficient_credit forbidden moderation_refused model_not_found no_endpoint_available job_not_found idempotency_conflict payload_too_large rate_limited internal_error provider_unavailable provider_empty_response provider_payment_required provider_unauthorized snapshot_expired upstream_timeout request_timeout retention_expired'.split(
    ' ',
  ),
);
const retryStatuses = [429, 500, 502, 503, 504];
const inStream = (change: (error: JsonObject) => JsonObject): ClientChanges => ({
  errorIn: (chunk, soFar) => {
    const error = right.errorIn(chunk, soFar);
    return error === undefined ? undefined : change(error);
  },
});
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
        const { status, told } = (error as ClientError).failure;
        if (status !== undefined && told.code === undefined && takes(status, String(told.message)))
          return { content: '' };
        throw error;
      }
    },
  },
});

/** Clients that tell errors wrongly, or let words decide. */
export const errorDeviations: readonly BadClient[] = [
  { id: 'client.error.code-reported', changes: recoded(() => undefined), entails: anyEntails },
  {
    id: 'client.error.code-reported:by-status',
    changes: recoded(({ status }) => `http_${status}`),
    entails: anyEntails,
  },
  { id: 'client.error.code-reported:kind', changes: recoded(({ told }) => told.kind), entails: anyEntails },
  {
    id: 'client.error.code-reported:camel-case',
    changes: recoded(({ told }) => String(told.code).replace(/_(.)/g, (_, one: string) => one.toUpperCase())),
    entails: anyEntails,
  },
  {
    id: 'client.error.code-reported:rate-limit-exceeded',
    changes: recoded(({ told }) => (told.code === 'rate_limited' ? 'rate_limit_exceeded' : told.code)),
  },
  {
    id: 'client.error.code-reported:server-error',
    changes: recoded(({ told, status }) => (Number(status) >= 500 ? 'server_error' : told.code)),
    entails: ['client.error.unlisted-code'],
  },
  {
    id: 'client.error.code-reported:not-for-jobs',
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
    changes: recoded(({ told }) => `svc.${told.code}`),
    entails: anyEntails,
  },
  { id: 'client.error.not-by-message', changes: byMessage(/rate limit|timeout|try again|overloaded/i, 'unavailable') },
  { id: 'client.error.not-by-message:quota', changes: byMessage(/quota|billing/i, 'terminal') },
  {
    id: 'client.error.not-by-message:context',
    changes: recoded(({ told }) => (says(told, /maximum context/) ? 'context_length_exceeded' : told.code)),
  },
  {
    id: 'client.error.not-by-message:policy',
    changes: recoded(({ told }) => (says(told, /content policy/) ? 'moderation_refused' : told.code)),
  },
  { id: 'client.error.not-by-message:do-not-retry', changes: byMessage(/do not retry|invalid/i, 'terminal') },
  {
    id: 'client.error.not-by-message:empty',
    changes: recoded(({ told }) => (told.message === '' ? 'unknown_error' : told.code)),
  },
  {
    id: 'client.error.not-by-message:key',
    changes: recoded(({ told }) => (says(told, /api key/i) ? 'unauthorized' : told.code)),
  },
  { id: 'client.error.not-by-message:too-many', changes: byMessage(/too many|429/i, 'rate_limit') },
  {
    id: 'client.error.not-by-message:stream',
    changes: inStream((error) => ({
      ...error,
      code: /not exist|quota/.test(String(error.message)) ? 'other' : error.code,
    })),
  },
  { id: 'client.error.not-by-type', changes: byType(/rate_limit/, 'rate_limit') },
  {
    id: 'client.error.not-by-type:server',
    changes: byType(/^(api|server|overloaded|timeout)_error$/, 'unavailable'),
    entails: ['client.error.'],
  },
  { id: 'client.error.not-by-type:invalid', changes: byType(/^invalid_request_error$/, 'terminal') },
  { id: 'client.error.not-by-type:quota', changes: byType(/insufficient_quota/, 'terminal') },
  {
    id: 'client.error.not-by-type:authentication',
    changes: recoded(({ told }) => (told.type === 'authentication_error' ? 'unauthorized' : told.code)),
  },
  {
    id: 'client.error.not-by-type:stream',
    changes: inStream((error) => ({ ...error, code: error.type === 'rate_limit_error' ? 'rate_limited' : error.code })),
  },
  {
    id: 'client.error.codes-of-one-status',
    changes: recoded(
      ({ told, status }) =>
        ({ 400: 'invalid_request', 402: 'budget_exceeded', 403: 'forbidden', 404: 'model_not_found' })[
          Number(status)
        ] ?? told.code,
    ),
    entails: anyEntails,
  },
  {
    id: 'client.error.codes-of-one-status:403',
    changes: recoded(({ told, status }) => (status === 403 ? 'forbidden' : told.code)),
    entails: ['client.error.code-reported'],
  },
  {
    id: 'client.error.codes-of-one-status:404',
    changes: recoded(({ told, status }) => (status === 404 ? 'model_not_found' : told.code)),
    entails: ['client.error.code-reported'],
  },
  {
    id: 'client.error.codes-of-one-status:402',
    changes: recoded(({ told, status }) => (status === 402 ? 'insufficient_credit' : told.code)),
    entails: ['client.error.code-reported'],
  },
  {
    id: 'client.error.unlisted-code',
    changes: recoded(({ told }) => (listed.has(String(told.code)) ? told.code : 'unknown_error')),
  },
  {
    id: 'client.error.unlisted-code:retried',
    changes: rekinded(({ code, kind }) => (code !== undefined && !listed.has(String(code)) ? 'unavailable' : kind)),
  },
  {
    id: 'client.error.unlisted-code:by-status',
    changes: {
      retries: (failure, call, tools) =>
        right.retries(failure, call, tools) ||
        (failure.told.code !== undefined &&
          !listed.has(String(failure.told.code)) &&
          retryStatuses.includes(Number(failure.status)) &&
          call.attempt < 3),
    },
  },
  {
    id: 'client.error.unknown-fields',
    changes: refusing((told) => Object.keys(told).some((name) => !known.has(name))),
  },
  {
    id: 'client.error.unknown-fields:merged',
    changes: reading((failure) => ({
      ...failure,
      told: { ...failure.told, code: failure.told.name ?? failure.told.code },
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
    changes: recoded(({ told }) => {
      const [first] = (told.attempts ?? [{ status: 0 }]) as JsonObject[];
      return first === undefined ? undefined : told.code;
    }),
  },
  {
    id: 'client.error.optional-fields:generation',
    changes: recoded(({ told }) => (told.generation_id === undefined ? told.code : 'generation_failed')),
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
        ...(failure.told.request_id === undefined
          ? {}
          : { request_id: String(failure.told.request_id).replace('req_', '') }),
      }),
    },
  },
  { id: 'client.error.no-envelope', changes: lenient(() => true) },
  { id: 'client.error.no-envelope:pages', changes: lenient((status) => status === 502) },
  { id: 'client.error.no-envelope:not-found', changes: lenient((status) => status === 404) },
  { id: 'client.error.job-failed', changes: waitJob(() => ({ id: 'job_1', state: 'failed' })) },
  { id: 'client.error.job-failed:success', changes: waitJob(() => ({ id: 'job_1', state: 'succeeded' })) },
  {
    id: 'client.error.job-failed:own-code',
    changes: waitJob(() => {
      throw new ClientError({
        told: { code: 'job_failed', message: 'failed' },
        status: undefined,
        headers: undefined,
        isLost: false,
      });
    }),
  },
  {
    id: 'client.error.job-failed:kind',
    changes: waitJob((error) => {
      const { failure } = error as ClientError;
      throw new ClientError({ ...failure, told: { ...failure.told, code: failure.told.kind } });
    }),
  },
  {
    id: 'client.error.job-failed:expired',
    changes: waitJob((error) => {
      const { failure } = error as ClientError;
      if (failure.told.code === 'retention_expired') return { id: 'job_1', state: 'canceled' };
      throw error;
    }),
  },
];

/** Believes a field named success. */
function lenientFlag(): ClientChanges {
  return {
    operations: {
      ...referenceOperations,
      chat: async (tools, given) => {
        try {
          return await referenceOperations.chat(tools, given);
        } catch (error) {
          if ((error as ClientError).failure.told.success === true) return { content: '' };
          throw error;
        }
      },
    },
  };
}
