import type { BadClient, Call, ClientChanges, Failure } from '../client-behaviour.ts';
import { retryAfterMs, referenceClient as right } from '../reference-client.ts';
import { referenceOperations } from '../reference-operations.ts';
import { backoff, kindOf, retriesAlso } from './failure-patches.ts';

const code = ({ sent }: Failure) => String(sent.code);
const waiting = (wait: (failure: Failure, call: Call) => number): ClientChanges => ({ waitMs: wait });
const hasHeader = ({ headers }: Failure) => headers?.has('retry-after') === true;
const statuses = [408, 409, 429, 500, 502, 503, 504];
const byStatus = retriesAlso((failure) => statuses.includes(Number(failure.status)) && kindOf(failure) !== 'unknown');

/** Clients that send again what they must not. */
export const retryDeviations: readonly BadClient[] = [
  {
    id: 'client.retry.terminal',
    changes: retriesAlso((failure) => kindOf(failure) === 'terminal'),
    entails: ['client.retry.'],
  },
  { id: 'client.retry.terminal:409', changes: retriesAlso(({ status }) => status === 409) },
  { id: 'client.retry.terminal:403', changes: retriesAlso(({ status }) => status === 403) },
  { id: 'client.retry.terminal:404', changes: retriesAlso(({ status }) => status === 404) },
  {
    id: 'client.retry.terminal:absent-jobs',
    changes: retriesAlso((failure, { op }) => code(failure) === 'job_not_found' && op === 'get_job'),
  },
  {
    id: 'client.retry.terminal:absent-jobs-while-polling',
    changes: retriesAlso((failure, { op }) => code(failure) === 'job_not_found' && op === 'wait_job', 1),
  },
  {
    id: 'client.retry.terminal:absent-jobs-to-cancel',
    changes: retriesAlso((failure, { op }) => code(failure) === 'job_not_found' && op === 'cancel_job'),
  },
  {
    id: 'client.retry.terminal:absent-models',
    changes: retriesAlso((failure, { op }) => code(failure) === 'model_not_found' && op === 'get_model'),
  },
  { id: 'client.retry.terminal:413', changes: retriesAlso(({ status }) => status === 413) },
  { id: 'client.retry.terminal:402', changes: retriesAlso(({ status }) => status === 402) },
  {
    id: 'client.retry.terminal:with-retry-after',
    changes: retriesAlso(hasHeader),
    entails: ['client.retry.unknown-once'],
  },
  {
    id: 'client.retry.terminal:streams',
    changes: retriesAlso((failure, { op }) => op === 'chat_stream' && kindOf(failure) === 'terminal'),
    entails: ['client.retry.'],
  },
  {
    id: 'client.retry.terminal:submissions',
    changes: retriesAlso((failure, { op }) => op === 'create_image' && kindOf(failure) === 'terminal'),
    entails: ['client.retry.invalid-key-once'],
  },
  {
    id: 'client.retry.terminal:reads',
    changes: retriesAlso((failure, { op }) => op === 'get_job' && kindOf(failure) === 'terminal'),
    entails: ['client.retry.invalid-key-once', 'client.retry.terminal-with-retry-status'],
  },
  {
    id: 'client.retry.terminal:cancels',
    changes: retriesAlso((failure, { op }) => op === 'cancel_job' && kindOf(failure) === 'terminal'),
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
    changes: retriesAlso(({ status }) => status === 504),
    entails: ['client.retry.'],
  },
  {
    id: 'client.retry.terminal-with-retry-status:job-reads',
    changes: retriesAlso(({ status }, { op }) => status === 504 && op === 'get_job'),
  },
  {
    id: 'client.retry.terminal-with-retry-status:polls',
    changes: retriesAlso(({ status }, { op }) => status === 504 && op === 'wait_job'),
  },
  {
    id: 'client.retry.terminal-with-retry-status:streams',
    changes: retriesAlso(({ status }, { op }) => status === 502 && op === 'chat_stream'),
    entails: ['client.retry.provider-unauthorized'],
  },
  {
    id: 'client.retry.terminal-with-retry-status:503',
    changes: retriesAlso(({ status }) => status === 503),
    entails: ['client.retry.by-kind'],
  },
  {
    id: 'client.retry.invalid-key-once',
    changes: retriesAlso(({ status }) => status === 401),
    entails: ['client.retry.terminal'],
  },
  {
    id: 'client.retry.invalid-key-once:reads',
    changes: retriesAlso(({ status }, { op }) => status === 401 && op === 'list_models'),
  },
  {
    id: 'client.retry.invalid-key-once:polls',
    changes: retriesAlso(({ status }, { op }) => status === 401 && op === 'get_job', 1),
  },
  { id: 'client.retry.unknown-once', changes: retriesAlso((failure) => kindOf(failure) === 'unknown') },
  {
    id: 'client.retry.unknown-once:streams',
    changes: retriesAlso((failure, { op }) => kindOf(failure) === 'unknown' && op === 'chat_stream'),
  },
  {
    id: 'client.retry.unknown-once:submissions',
    changes: retriesAlso((failure, { op }) => kindOf(failure) === 'unknown' && op === 'create_image', 4),
  },
  {
    id: 'client.retry.unknown-once:cancels',
    changes: retriesAlso((failure, { op }) => kindOf(failure) === 'unknown' && op === 'cancel_job', 3),
  },
  {
    id: 'client.retry.terminal:polls',
    changes: retriesAlso((failure, { op }) => op === 'wait_job' && kindOf(failure) === 'terminal', 4),
    entails: ['client.retry.invalid-key-once', 'client.retry.terminal-with-retry-status'],
  },
  {
    id: 'client.retry.unknown-once:reads',
    changes: retriesAlso((failure, { method }) => kindOf(failure) === 'unknown' && method === 'GET', 3),
  },
  {
    id: 'client.retry.ends',
    changes: { ...retriesAlso((failure) => kindOf(failure) === 'unavailable', 1e9), ...waiting(() => 20) },
    entails: ['client.retry.'],
  },
  {
    id: 'client.retry.ends:rate-limit',
    changes: {
      ...retriesAlso((failure) => kindOf(failure) === 'rate_limit', 1e9),
      ...waiting((failure) => Math.max(60, retryAfterMs(failure))),
    },
    entails: ['client.retry.'],
  },
  {
    id: 'client.retry.ends:slowly',
    changes: {
      ...retriesAlso((failure) => kindOf(failure) === 'timeout', 1e9),
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
  { id: 'client.retry.by-kind', changes: retriesAlso(({ status }) => status === 502), entails: ['client.retry.'] },
  {
    id: 'client.retry.by-kind:timeouts',
    changes: retriesAlso((failure) => code(failure) === 'retention_expired'),
    entails: ['client.retry.terminal'],
  },
  {
    id: 'client.retry.provider-unauthorized',
    changes: retriesAlso((failure) => code(failure) === 'provider_unauthorized'),
    entails: ['client.retry.by-kind'],
  },
  {
    id: 'client.retry.provider-unauthorized:streams',
    changes: retriesAlso((failure, { op }) => code(failure) === 'provider_unauthorized' && op === 'chat_stream'),
  },
];
