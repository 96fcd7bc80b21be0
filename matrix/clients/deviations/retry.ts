import type { BadClient, Call, ClientChanges, ClientTools, Failure } from '../client-behaviour.ts';
import { retryAfterMs, referenceClient as right } from '../reference-client.ts';
import { referenceOperations } from '../reference-operations.ts';

type Due = (failure: Failure, call: Call, tools: ClientTools) => boolean;
/** Retries more than the reference. */
const also = (due: Due, most = 2): ClientChanges => ({
  retries: (failure, call, tools) =>
    right.retries(failure, call, tools) || (call.attempt <= most && !failure.isLost && due(failure, call, tools)),
});
/** Retries less. */
const never = (when: Due): ClientChanges => ({
  retries: (failure, call, tools) => !when(failure, call, tools) && right.retries(failure, call, tools),
});
const kind = ({ told }: Failure) => told.kind;
const code = ({ told }: Failure) => String(told.code);
const waiting = (wait: (failure: Failure, call: Call) => number): ClientChanges => ({ waitMs: wait });
const backoff = ({ attempt }: Call) => 50 * 2 ** attempt;
const hasHeader = ({ headers }: Failure) => headers?.has('retry-after') === true;
const statuses = [408, 409, 429, 500, 502, 503, 504];
const byStatus = also((failure) => statuses.includes(Number(failure.status)) && kind(failure) !== 'unknown');

/** Clients that send again what they must not. */
const eager: readonly BadClient[] = [
  { id: 'client.retry.terminal', changes: also((failure) => kind(failure) === 'terminal'), entails: ['client.retry.'] },
  { id: 'client.retry.terminal:409', changes: also(({ status }) => status === 409) },
  { id: 'client.retry.terminal:403', changes: also(({ status }) => status === 403) },
  { id: 'client.retry.terminal:404', changes: also(({ status }) => status === 404) },
  { id: 'client.retry.terminal:413', changes: also(({ status }) => status === 413) },
  { id: 'client.retry.terminal:402', changes: also(({ status }) => status === 402) },
  { id: 'client.retry.terminal:with-retry-after', changes: also(hasHeader), entails: [] },
  {
    id: 'client.retry.terminal:streams',
    changes: also((failure, { op }) => op === 'chat_stream' && kind(failure) === 'terminal'),
    entails: ['client.retry.'],
  },
  {
    id: 'client.retry.terminal:submissions',
    changes: also((failure, { op }) => op === 'create_image' && kind(failure) === 'terminal'),
    entails: ['client.retry.invalid-key-once'],
  },
  {
    id: 'client.retry.terminal:reads',
    changes: also((failure, { op }) => op === 'get_job' && kind(failure) === 'terminal'),
    entails: ['client.retry.invalid-key-once'],
  },
  {
    id: 'client.retry.terminal:cancels',
    changes: also((failure, { op }) => op === 'cancel_job' && kind(failure) === 'terminal'),
    entails: ['client.retry.invalid-key-once'],
  },
  {
    id: 'client.retry.terminal:in-the-background',
    changes: {
      retries: (failure, call, tools) => {
        if (call.op === 'chat' && code(failure) === 'forbidden') {
          const { given, body } = call;
          void tools
            .pause(400)
            .then(() =>
              fetch(`${given.base_url}/v1/chat/completions`, {
                method: 'POST',
                body: JSON.stringify(body),
                headers: { authorization: `Bearer ${given.api_key}`, 'content-type': 'application/json' },
              }),
            )
            .catch(() => undefined);
        }
        return right.retries(failure, call, tools);
      },
    },
    entails: ['client.retry.terminal-with-retry-status'],
  },
  { id: 'client.retry.terminal-with-retry-status', changes: byStatus, entails: ['client.retry.'] },
  {
    id: 'client.retry.terminal-with-retry-status:504',
    changes: also(({ status }) => status === 504),
    entails: ['client.retry.'],
  },
  {
    id: 'client.retry.terminal-with-retry-status:503',
    changes: also(({ status }) => status === 503),
    entails: ['client.retry.by-kind'],
  },
  {
    id: 'client.retry.invalid-key-once',
    changes: also(({ status }) => status === 401),
    entails: ['client.retry.terminal'],
  },
  {
    id: 'client.retry.invalid-key-once:reads',
    changes: also(({ status }, { op }) => status === 401 && op === 'list_models'),
  },
  {
    id: 'client.retry.invalid-key-once:polls',
    changes: also(({ status }, { op }) => status === 401 && op === 'get_job', 1),
  },
  { id: 'client.retry.unknown-once', changes: also((failure) => kind(failure) === 'unknown') },
  {
    id: 'client.retry.unknown-once:streams',
    changes: also((failure, { op }) => kind(failure) === 'unknown' && op === 'chat_stream'),
  },
  {
    id: 'client.retry.unknown-once:submissions',
    changes: also((failure, { op }) => kind(failure) === 'unknown' && op === 'create_image', 4),
  },
  {
    id: 'client.retry.unknown-once:reads',
    changes: also((failure, { method }) => kind(failure) === 'unknown' && method === 'GET', 3),
  },
  {
    id: 'client.retry.ends',
    changes: { ...also((failure) => kind(failure) === 'unavailable', 1e9), ...waiting(() => 20) },
    entails: ['client.retry.'],
  },
  {
    id: 'client.retry.ends:rate-limit',
    changes: {
      ...also((failure) => kind(failure) === 'rate_limit', 1e9),
      ...waiting((failure) => Math.max(60, retryAfterMs(failure))),
    },
    entails: ['client.retry.'],
  },
  {
    id: 'client.retry.ends:slowly',
    changes: {
      ...also((failure) => kind(failure) === 'timeout', 1e9),
      ...waiting((failure, call) => Math.max(Math.min(backoff(call), 800), retryAfterMs(failure))),
    },
    entails: ['client.retry.'],
  },
  {
    id: 'client.retry.ends:as-success',
    changes: {
      operations: {
        ...referenceOperations,
        chat: async (tools, given) => {
          try {
            return await referenceOperations.chat(tools, given);
          } catch (error) {
            if (String(error).includes('provider_unavailable')) return { content: '' };
            throw error;
          }
        },
      },
    },
  },
  { id: 'client.retry.by-kind', changes: also(({ status }) => status === 502), entails: ['client.retry.'] },
  {
    id: 'client.retry.by-kind:timeouts',
    changes: also((failure) => code(failure) === 'retention_expired'),
    entails: ['client.retry.terminal'],
  },
  {
    id: 'client.retry.provider-unauthorized',
    changes: also((failure) => code(failure) === 'provider_unauthorized'),
    entails: ['client.retry.by-kind'],
  },
  {
    id: 'client.retry.provider-unauthorized:streams',
    changes: also((failure, { op }) => code(failure) === 'provider_unauthorized' && op === 'chat_stream'),
  },
];

const op = 'chat_stream';
/** Clients that give up where the guidance asks for another try. */
const shy: readonly BadClient[] = [
  { id: 'client.retry.rate-limit', changes: never((failure) => kind(failure) === 'rate_limit') },
  {
    id: 'client.retry.rate-limit:without-header',
    changes: never((failure) => kind(failure) === 'rate_limit' && !hasHeader(failure)),
  },
  { id: 'client.retry.unavailable', changes: never((failure) => kind(failure) === 'unavailable') },
  { id: 'client.retry.unavailable:503', changes: never(({ status }) => status === 503) },
  { id: 'client.retry.unavailable:empty', changes: never((failure) => code(failure) === 'provider_empty_response') },
  {
    id: 'client.retry.unavailable:payment',
    changes: never((failure) => code(failure) === 'provider_payment_required'),
  },
  {
    id: 'client.retry.unavailable:streams',
    changes: never((failure, call) => kind(failure) === 'unavailable' && call.op === op),
  },
  { id: 'client.retry.timeout', changes: never((failure) => kind(failure) === 'timeout') },
  { id: 'client.retry.timeout:request', changes: never((failure) => code(failure) === 'request_timeout') },
  { id: 'client.retry.unknown', changes: never((failure) => kind(failure) === 'unknown') },
  {
    id: 'client.retry.success-reported',
    changes: {
      operations: {
        ...referenceOperations,
        chat: async (tools, given) => {
          let sent = 0;
          const { behaviour } = tools;
          const body = behaviour.chatBody(given.params ?? {}, false, tools);
          const { response, call } = await tools.send('chat', given, body);
          sent = call.attempt;
          const result = behaviour.completion((await response.json()) as Record<string, unknown>, given);
          return sent > 1 ? { ...result, content: '' } : result;
        },
      },
    },
  },
  {
    id: 'client.retry.success-reported:as-failure',
    changes: {
      operations: {
        ...referenceOperations,
        chat_stream: async (tools, given) => {
          const { call } = await tools.send(
            'chat_stream',
            given,
            tools.behaviour.chatBody(given.params ?? {}, true, tools),
          );
          if (call.attempt > 1) throw new Error('the first attempt failed');
          return referenceOperations.chat_stream(tools, given);
        },
      },
    },
    entails: ['client.retry.'],
  },
  {
    id: 'client.retry.success-reported:reads',
    changes: {
      operations: {
        ...referenceOperations,
        get_job: async (tools, given) => {
          const { call, response } = await tools.send('get_job', given);
          const job = (await response.json()) as Record<string, unknown>;
          return { id: job.id, state: call.attempt > 1 ? 'processing' : job.state };
        },
      },
    },
  },
];

/** Clients that do not wait as they should. */
const hasty: readonly BadClient[] = [
  { id: 'client.retry.backoff', changes: waiting((failure) => retryAfterMs(failure)) },
  {
    id: 'client.retry.backoff:shrinking',
    changes: waiting((failure, { attempt }) => Math.max(retryAfterMs(failure), 400 / 2 ** attempt)),
  },
  {
    id: 'client.retry.backoff:last-at-once',
    changes: waiting((failure, call) => Math.max(retryAfterMs(failure), call.attempt >= 3 ? 0 : backoff(call))),
  },
  {
    id: 'client.retry.backoff:rate-limits',
    changes: waiting((failure, call) =>
      Math.max(retryAfterMs(failure), kind(failure) === 'rate_limit' ? 0 : backoff(call)),
    ),
  },
  {
    id: 'client.retry.backoff:timeouts',
    changes: waiting((failure, call) =>
      Math.max(retryAfterMs(failure), kind(failure) === 'timeout' ? 1 : backoff(call)),
    ),
  },
  {
    id: 'client.retry.retry-after',
    changes: waiting((_, call) => backoff(call)),
    entails: ['client.retry.retry-after'],
  },
  {
    id: 'client.retry.retry-after:milliseconds',
    changes: waiting((failure, call) => Math.max(retryAfterMs(failure) / 1000, backoff(call))),
    entails: ['client.retry.retry-after'],
  },
  {
    id: 'client.retry.retry-after:one-second',
    changes: waiting((failure, call) => Math.max(Math.min(retryAfterMs(failure), 1_000), backoff(call))),
    entails: ['client.retry.retry-after'],
  },
  {
    id: 'client.retry.retry-after:minute',
    changes: waiting((failure, call) =>
      Math.max(retryAfterMs(failure) > 60_000 ? 0 : retryAfterMs(failure), backoff(call)),
    ),
  },
  {
    id: 'client.retry.retry-after:ten-minutes',
    changes: waiting((failure, call) =>
      Math.max(retryAfterMs(failure) > 600_000 ? 0 : retryAfterMs(failure), backoff(call)),
    ),
  },
  {
    id: 'client.retry.retry-after:body-alone',
    changes: waiting((failure, call) => Math.max(Number(failure.told.retry_after_ms ?? 0), backoff(call))),
  },
  {
    id: 'client.retry.retry-after:half',
    changes: waiting((failure, call) => Math.max(retryAfterMs(failure) * 0.5, backoff(call))),
    entails: ['client.retry.retry-after'],
  },
  {
    id: 'client.retry.retry-after:streams',
    changes: waiting((failure, call) => Math.max(call.op === 'chat_stream' ? 0 : retryAfterMs(failure), backoff(call))),
  },
  {
    id: 'client.retry.retry-after-each-time',
    changes: waiting((failure, call) =>
      call.attempt > 1 ? backoff(call) : Math.max(retryAfterMs(failure), backoff(call)),
    ),
  },
  { id: 'client.retry.retry-after-each-time:the-first', changes: firstForAll() },
  {
    id: 'client.retry.retry-after-unavailable',
    changes: waiting((failure, call) =>
      Math.max(kind(failure) === 'rate_limit' ? retryAfterMs(failure) : 0, backoff(call)),
    ),
  },
  {
    id: 'client.retry.retry-after-unavailable:timeouts',
    changes: waiting((failure, call) =>
      Math.max(kind(failure) === 'timeout' ? 0 : retryAfterMs(failure), backoff(call)),
    ),
  },
  {
    id: 'client.retry.retry-after-unavailable:502',
    changes: waiting((failure, call) => Math.max(failure.status === 502 ? 0 : retryAfterMs(failure), backoff(call))),
  },
];

/** Waits each time as the first answer said. */
function firstForAll(): ClientChanges {
  const first = new WeakMap<Call, number>();
  return waiting((failure, call) => {
    if (call.attempt === 1) first.set(call, retryAfterMs(failure));
    return Math.max(first.get(call) ?? 0, backoff(call));
  });
}

/** Clients that send again at a wrong time, too often or not at all. */
export const retryDeviations: readonly BadClient[] = [...eager, ...shy, ...hasty];
