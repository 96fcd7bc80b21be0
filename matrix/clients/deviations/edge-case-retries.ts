import { createHash, randomUUID } from 'node:crypto';
import type { BadClient, Call, ClientChanges, Failure, JsonObject } from '../client-behaviour.ts';
import { retryAfterMs, referenceClient as right } from '../reference-client.ts';
import { failed, referenceOperations } from '../reference-operations.ts';
import { backoff, kindOf, reading, recoded, retriesAlso } from './failure-patches.ts';

const lessThan = (
  when: (call: Call, failure: Failure) => boolean,
  wait: (failure: Failure) => number,
): ClientChanges => ({
  waitMs: (failure, call, tools) =>
    when(call, failure) ? Math.max(wait(failure), backoff(call)) : right.waitMs(failure, call, tools),
});
const header = ({ headers }: Failure) => Number(headers?.get('retry-after') ?? 0);
const capped = (mostMs: number) =>
  lessThan(
    () => true,
    (failure) => Math.min(retryAfterMs(failure), mostMs),
  );
const isRead = ({ op }: Call) => op === 'get_job' || op === 'list_models' || op === 'get_model';
const creates = ({ op }: Call) => op.startsWith('create');
const rekinded = (words: RegExp, to: string): ClientChanges =>
  reading((failure) => {
    const { message, kind } = failure.sent;
    return { ...failure, sent: { ...failure.sent, kind: words.test(String(message)) ? to : kind } };
  });
const late = (when: (call: Call) => boolean): ClientChanges => ({
  retries: (failure, call, tools) => right.retries(failure, call, tools) || (failure.isLost && call.attempt <= 2),
  attemptKey: (call) => (call.attempt > 1 && call.key === undefined && when(call) ? 'retry-key' : call.key),
});
const jobWord: Readonly<Record<string, string>> = {
  provider_payment_required: 'insufficient_credit',
  snapshot_expired: 'unavailable',
  idempotency_conflict: 'conflict',
  provider_unauthorized: 'unauthorized',
};

/** Sends again without end, at a steady pace. */
const endless = (due: (failure: Failure, call: Call) => boolean): ClientChanges => ({
  retries: (failure, call, tools) => due(failure, call) || right.retries(failure, call, tools),
  waitMs: (failure, call) => Math.max(retryAfterMs(failure), Math.min(backoff(call), 200)),
});

/** Clients that send again, wait, or report errors wrongly in one edge case only. */
export const edgeCaseRetryDeviations: readonly BadClient[] = [
  {
    id: 'client.retry.terminal:with-a-wait',
    changes: retriesAlso((failure) => kindOf(failure) === 'terminal' && header(failure) > 0),
  },
  {
    id: 'client.retry.terminal:by-scope',
    changes: retriesAlso(({ sent }) => sent.kind === 'terminal' && (sent.scope === 'route' || sent.scope === 'model')),
  },
  {
    id: 'client.retry.terminal:by-attempts',
    changes: retriesAlso(
      ({ sent }) => sent.kind === 'terminal' && JSON.stringify(sent.attempts ?? '').includes('unavailable'),
    ),
  },
  {
    id: 'client.retry.unknown-once:with-retry-after',
    changes: retriesAlso((failure) => kindOf(failure) === 'unknown' && failure.headers?.has('retry-after') === true, 3),
  },
  {
    id: 'client.retry.unknown-once:counted-anew',
    changes: {
      retries: (failure, call, tools) => {
        const name = `last ${call.given.base_url}`;
        const before = tools.memory.get(name);
        tools.memory.set(name, kindOf(failure));
        if (kindOf(failure) === 'unknown') return call.attempt <= 6 && (call.attempt === 1 || before !== 'unknown');
        return right.retries(failure, call, tools);
      },
    },
  },
  {
    id: 'client.retry.ends:streams',
    changes: endless((failure, { op }) => op === 'chat_stream' && kindOf(failure) === 'unavailable'),
  },
  {
    id: 'client.retry.ends:reads',
    changes: endless((failure, call) => isRead(call) && kindOf(failure) === 'unavailable'),
  },
  { id: 'client.retry.ends:lost', changes: endless(({ isLost }) => isLost) },
  {
    id: 'client.retry.backoff:streams',
    changes: {
      waitMs: (failure, call, tools) =>
        call.op === 'chat_stream' ? retryAfterMs(failure) : right.waitMs(failure, call, tools),
    },
  },
  {
    id: 'client.retry.backoff:reads',
    changes: {
      waitMs: (failure, call, tools) => (isRead(call) ? retryAfterMs(failure) : right.waitMs(failure, call, tools)),
    },
  },
  {
    id: 'client.retry.backoff:submissions',
    changes: {
      waitMs: (failure, call, tools) => (creates(call) ? retryAfterMs(failure) : right.waitMs(failure, call, tools)),
    },
  },
  {
    id: 'client.retry.retry-after:reads',
    changes: lessThan(isRead, () => 0),
    entails: ['client.retry.retry-after-unavailable'],
  },
  {
    id: 'client.retry.retry-after:submissions',
    changes: lessThan(creates, () => 0),
    entails: ['client.retry.retry-after-unavailable', 'client.retry.retry-after-each-time'],
  },
  {
    id: 'client.retry.retry-after:polls',
    entails: ['client.retry.retry-after-each-time'],
    changes: lessThan(
      ({ op }) => op === 'wait_job',
      () => 0,
    ),
  },
  {
    id: 'client.retry.retry-after:cancels',
    changes: lessThan(
      ({ op }) => op === 'cancel_job',
      () => 0,
    ),
  },
  { id: 'client.retry.retry-after:five-seconds', changes: capped(5_000) },
  { id: 'client.retry.retry-after:ten-seconds', changes: capped(10_000) },
  { id: 'client.retry.retry-after:half-a-minute', changes: capped(30_000) },
  {
    id: 'client.retry.retry-after-unavailable:streams',
    changes: lessThan(
      ({ op }, failure) => op === 'chat_stream' && kindOf(failure) === 'unavailable',
      () => 0,
    ),
  },
  {
    id: 'client.retry.retry-after-unavailable:submissions',
    changes: lessThan(
      (call, failure) => creates(call) && kindOf(failure) === 'timeout',
      () => 0,
    ),
  },
  {
    id: 'client.retry.success-reported:submissions',
    changes: {
      operations: {
        ...referenceOperations,
        create_image: async (tools, given) => {
          const { response, call } = await tools.send(
            'create_image',
            given,
            right.submissionBody(given.params ?? {}, 'create_image'),
          );
          if (call.attempt > 1) throw failed('the first attempt failed');
          return right.job((await response.json()) as JsonObject, given);
        },
      },
    },
  },
  {
    id: 'client.idempotency.same-key:own-for-submissions',
    changes: { attemptKey: (call) => call.key ?? (creates(call) ? randomUUID() : undefined) },
  },
  {
    id: 'client.idempotency.no-late-key:submissions',
    changes: late(creates),
    entails: ['client.idempotency.same-key'],
  },
  {
    id: 'client.idempotency.no-late-key:after-a-loss',
    changes: {
      retries: (failure, call, tools) => {
        if (failure.isLost) tools.memory.set(`lost ${call.given.base_url}`, true);
        return right.retries(failure, call, tools) || (failure.isLost && call.attempt <= 2);
      },
      attemptKey: (call, { memory }) =>
        call.key ??
        (call.isKeyed && memory.has(`lost ${call.given.base_url}`) && call.attempt > 1 ? 'late' : undefined),
    },
    entails: ['client.idempotency.same-key'],
  },
  {
    id: 'client.idempotency.lost-answer:transcriptions',
    changes: {
      attemptKey: ({ op, key, attempt }) =>
        op === 'create_transcription' && attempt > 1 && key !== undefined ? `${key}-${attempt}` : key,
    },
    entails: ['client.idempotency.same-key', 'client.idempotency.conflict-not-evaded'],
  },
  {
    id: 'client.idempotency.caller-key:hashed-when-long',
    changes: {
      attemptKey: ({ key }) =>
        key !== undefined && key.length > 64 ? createHash('sha256').update(key).digest('hex') : key,
    },
  },
  {
    id: 'client.error.code-reported:own-words',
    changes: recoded(({ sent: { code } }) => jobWord[String(code)] ?? code),
    entails: ['client.error.codes-of-one-status'],
  },
  {
    id: 'client.error.codes-of-one-status:502',
    changes: recoded(({ sent: { code } }) =>
      /^provider_(empty|payment)/.test(String(code)) ? 'provider_unavailable' : code,
    ),
    entails: ['client.error.code-reported'],
  },
  {
    id: 'client.error.codes-of-one-status:504',
    changes: recoded(({ sent: { code } }) => (code === 'request_timeout' ? 'upstream_timeout' : code)),
    entails: ['client.error.code-reported'],
  },
  { id: 'client.error.not-by-message:capacity', changes: rekinded(/capacity|busy|slow down|throttl/i, 'unavailable') },
  {
    id: 'client.error.not-by-message:network',
    changes: rekinded(/network|econnreset|socket|fetch failed/i, 'unavailable'),
  },
  { id: 'client.error.not-by-message:digits', changes: rekinded(/\b50[234]\b/, 'unavailable') },
  {
    id: 'client.error.not-by-message:not-found',
    changes: rekinded(/not found|does not exist|forbidden|denied/i, 'terminal'),
  },
  {
    id: 'client.error.not-by-message:inner-json',
    changes: {
      readFailure(status, headers, text) {
        const failure = right.readFailure(status, headers, text);
        try {
          const inner = JSON.parse(String(failure.sent.message)) as { error?: JsonObject };
          return { ...failure, sent: { ...failure.sent, ...inner.error } };
        } catch {
          return failure;
        }
      },
    },
  },
  {
    id: 'client.error.not-by-message:names-a-code',
    changes: recoded(
      ({ sent: { code, message } }) =>
        /\b(rate_limited|model_not_found|internal_error)\b/.exec(String(message).replace(/^Refused.*/, ''))?.[1] ??
        code,
    ),
  },
  {
    id: 'client.error.request-id:header-alone-missing',
    changes: {
      error: (failure) => ({
        ...right.error(failure),
        request_id: String(failure.sent.request_id ?? '').toUpperCase(),
      }),
    },
  },
];
