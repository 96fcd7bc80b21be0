import { randomUUID } from 'node:crypto';
import type { DriverOperation } from '@gateproof/spec';
import { createDice } from '../dice.ts';
import {
  type Call,
  type ClientBehaviour,
  type ClientChanges,
  ClientError,
  type Failure,
  type JsonObject,
} from './client-behaviour.ts';
import { clientHabits } from './client-habits.ts';
import { clientOddities } from './client-oddities.ts';
import { clientReads } from './client-reads.ts';
import { backoff } from './deviations/failure-patches.ts';
import { withHeaders } from './deviations/patches.ts';
import { retryAfterMs, referenceClient as right } from './reference-client.ts';

const own = ({ isKeyed }: Call) => (isKeyed ? randomUUID() : undefined);
const dice = createDice(139);
const waiting = (wait: (failure: Failure, call: Call) => number): ClientChanges => ({
  waitMs: (failure, call) => Math.max(retryAfterMs(failure), wait(failure, call)),
});
type Operations = ClientBehaviour['operations'];
const eachOperation = (
  wrap: (operation: Operations[DriverOperation]) => Operations[DriverOperation],
): ClientChanges => ({
  operations: Object.fromEntries(
    Object.entries(right.operations).map(([op, operation]) => [op, wrap(operation)]),
  ) as unknown as Operations,
});

/** One call after the other, whatever it is. */
const queued = (): ClientChanges =>
  eachOperation((operation) => async (tools, given) => {
    const before = (tools.memory.get('queue') as Promise<unknown> | undefined) ?? Promise.resolve();
    const turn = before.then(() => operation(tools, given));
    tools.memory.set(
      'queue',
      turn.catch(() => undefined),
    );
    return turn;
  });

/** One request serves all calls that read the same at the same time. */
const sharedReads = (): ClientChanges =>
  eachOperation((operation) => async (tools, given) => {
    if (!/^(get|list)_/.test(given.op)) return operation(tools, given);
    const name = JSON.stringify([given.op, given.base_url, given.api_key, given.params]);
    // Whoever gives up its read ends none of another caller.
    const { signal: _signal, ...unstopped } = given;
    const flight = (tools.memory.get(name) ?? operation(tools, unstopped)) as Promise<JsonObject>;
    tools.memory.set(name, flight);
    try {
      return await flight;
    } finally {
      tools.memory.delete(name);
    }
  });

const tableKinds: Readonly<Record<string, number>> = {
  rate_limited: 3,
  internal_error: 1,
  provider_unavailable: 3,
  provider_empty_response: 3,
  provider_payment_required: 3,
  snapshot_expired: 3,
  upstream_timeout: 3,
  request_timeout: 3,
};

/** Clients that differ inside what the contract leaves open. */
export const clientVariations: readonly { readonly id: string; readonly changes: ClientChanges }[] = [
  { id: 'F139: no retries at all', changes: { retries: () => false } },
  {
    id: 'F139: one retry of everything retryable',
    changes: { retries: (failure, call, tools) => call.attempt === 1 && right.retries(failure, call, tools) },
  },
  {
    id: 'F139: seven retries',
    changes: {
      retries: (failure, call, tools) =>
        right.retries(failure, call, tools) ||
        (call.attempt <= 7 && /rate_limit|unavailable|timeout/.test(String(failure.sent.kind))),
      ...waiting((_, { attempt }) => Math.min(40 * attempt, 160)),
    },
  },
  {
    id: 'F073: asks for the result of a request under way, after a wait',
    changes: {
      ownKey: own,
      retries: (failure, call, tools) =>
        right.retries(failure, call, tools) || (failure.sent.code === 'idempotency_conflict' && call.attempt === 1),
      ...waiting((failure, call) => (failure.sent.code === 'idempotency_conflict' ? 800 : backoff(call))),
    },
  },
  { id: 'F157: sends one call after the other', changes: queued() },
  { id: 'F157: equal reads at the same time are one request', changes: sharedReads() },
  {
    id: 'F157: a wait of one call holds all back',
    changes: {
      waitMs(failure, call, { memory, nowMs }) {
        const until = Math.max(
          Number(memory.get('until') ?? 0),
          nowMs() + Math.max(retryAfterMs(failure), backoff(call)),
        );
        memory.set('until', until);
        return until - nowMs();
      },
    },
  },
  {
    id: 'F158: an aborted stream is what had come, not complete',
    changes: {
      operations: {
        ...right.operations,
        async chat_stream(tools, given) {
          try {
            return await right.operations.chat_stream(tools, given);
          } catch (error) {
            if (given.signal?.aborted === true) return { content: '', complete: false };
            throw error;
          }
        },
      },
    },
  },
  {
    id: 'F158: a chat that is aborted goes on unseen',
    changes: { abortSignal: (call) => (call.op === 'chat' ? undefined : call.given.signal) },
  },
  { id: 'F139: constant waits', changes: waiting(() => 120) },
  { id: 'F139: waits with full jitter', changes: waiting((_, call) => dice.fraction() * 3 * backoff(call)) },
  {
    id: 'F139: waits with a quarter of jitter',
    changes: waiting((_, call) => backoff(call) * (1 - dice.fraction() / 4)),
  },
  {
    id: 'F139: waits by retry_after_ms',
    changes: {
      waitMs: (failure, call) => Math.max(Number(failure.sent.retry_after_ms ?? retryAfterMs(failure)), backoff(call)),
    },
  },
  {
    id: 'F139: waits a second longer',
    changes: {
      waitMs: (failure, call) =>
        Math.max(retryAfterMs(failure) === 0 ? 0 : retryAfterMs(failure) + 1_000, backoff(call)),
    },
  },
  {
    id: 'F139: gives up when the wait is long',
    changes: {
      retries: (failure, call, tools) => retryAfterMs(failure) <= 60_000 && right.retries(failure, call, tools),
    },
  },
  {
    id: 'F139: gives up when a poll fails',
    changes: { retries: (failure, call, tools) => call.op !== 'wait_job' && right.retries(failure, call, tools) },
  },
  {
    id: 'F140: decides by code',
    changes: {
      retries: (failure, call, tools) =>
        failure.isLost
          ? right.retries(failure, call, tools)
          : call.attempt <= (tableKinds[String(failure.sent.code)] ?? 0),
    },
  },
  { id: 'F141: keys of its own', changes: { ownKey: own } },
  {
    id: 'F141: keys of its own for submissions',
    changes: { ownKey: (call) => (call.op.startsWith('create') ? own(call) : undefined) },
  },
  {
    id: 'F141: no retry of a lost answer',
    changes: { retries: (failure, call, tools) => !failure.isLost && right.retries(failure, call, tools) },
  },
  {
    id: 'F141: retry of a lost answer without a key',
    changes: {
      retries: (failure, call, tools) => (failure.isLost ? call.attempt <= 2 : right.retries(failure, call, tools)),
    },
  },
  {
    id: 'F052: one late retry of provider_unauthorized',
    changes: {
      retries: (failure, call, tools) =>
        right.retries(failure, call, tools) || (failure.sent.code === 'provider_unauthorized' && call.attempt === 1),
      ...waiting((failure, call) => (failure.sent.code === 'provider_unauthorized' ? 1_500 : backoff(call))),
    },
  },
  {
    id: 'F073: asks again with its key after a conflict',
    changes: {
      retries: (failure, call, tools) =>
        right.retries(failure, call, tools) ||
        (failure.sent.code === 'idempotency_conflict' && call.key !== undefined && call.attempt <= 3),
    },
  },
  {
    id: 'F066: several spaces after Bearer',
    changes: withHeaders(({ headers }) => ({ authorization: headers.authorization?.replace(' ', '  ') })),
  },
  {
    id: 'F066: the scheme in small letters',
    changes: withHeaders(({ headers }) => ({ authorization: headers.authorization?.replace('Bearer', 'bearer') })),
  },
  {
    id: 'F067: a charset',
    changes: withHeaders(({ body }) =>
      body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' },
    ),
  },
  { id: 'F067: a content type without a body', changes: withHeaders(() => ({ 'content-type': 'application/json' })) },
  {
    id: 'a content type in capitals',
    changes: withHeaders(({ body }) => (body === undefined ? {} : { 'content-type': 'Application/JSON' })),
  },
  {
    id: 'headers of its own',
    changes: withHeaders(({ headers }) => ({
      ...headers,
      'user-agent': 'sdk/1',
      'x-stainless-retry-count': '0',
      accept: 'application/json',
    })),
  },
  {
    id: 'stream false when it is not asked for',
    changes: { chatBody: (params, isStream, tools) => ({ stream: false, ...right.chatBody(params, isStream, tools) }) },
  },
  {
    id: 'F124: an empty list of models',
    changes: { chatBody: (params, isStream, tools) => ({ models: [], ...right.chatBody(params, isStream, tools) }) },
  },
  {
    id: 'usage asked for in streams',
    changes: {
      chatBody: (params, isStream, tools) => ({
        ...right.chatBody(params, isStream, tools),
        ...(isStream ? { stream_options: { include_usage: true } } : {}),
      }),
    },
  },
  {
    id: 'refuses more than five models by itself',
    changes: {
      chatBody: (params, isStream, tools) => {
        if (((params.models ?? []) as unknown[]).length > 5) throw new Error('at most 5 models');
        return right.chatBody(params, isStream, tools);
      },
    },
  },
  {
    id: 'indented bodies',
    changes: {
      wire: (wire) =>
        wire.body === undefined ? wire : { ...wire, body: JSON.stringify(JSON.parse(wire.body), null, 2) },
    },
  },
  {
    id: 'bodies in ASCII',
    changes: {
      wire: (wire) =>
        wire.body === undefined
          ? wire
          : {
              ...wire,
              body: wire.body.replace(
                /[\u0080-\uffff]/g,
                (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
              ),
            },
    },
  },
  {
    id: 'encodes what is not a slash',
    changes: {
      pathOf: (op, params) =>
        op === 'get_model'
          ? `/models/${String(params.model).split('/').map(encodeURIComponent).join('/')}`
          : right.pathOf(op, params),
    },
  },
  {
    id: 'reports kind and message of errors alone, and the code',
    changes: { error: ({ sent: { code, kind, message } }) => ({ code, kind, message }) },
  },
  {
    id: 'reports no request id',
    changes: { error: (failure) => ({ ...right.error(failure), request_id: undefined }) },
  },
  {
    id: 'F153: lists models in the order of their ids',
    changes: { ids: (list) => (right.ids(list) as string[]).sort() },
  },
  {
    id: 'F123: reports no model of a chat',
    changes: { completion: ({ choices }, given) => right.completion({ choices }, given) },
  },
  {
    id: 'F152: reads the job whose cancel was refused',
    changes: {
      operations: {
        ...right.operations,
        cancel_job: async (tools, given) => {
          try {
            return await right.operations.cancel_job(tools, given);
          } catch (error) {
            if (!(error instanceof ClientError) || error.failure.status !== 409) throw error;
            return right.job(await tools.sendJson('get_job', given), given);
          }
        },
      },
    },
  },
  { id: 'polls slowly', changes: { pollMs: () => 700 } },
  { id: 'polls ever more slowly', changes: { pollMs: (reads) => Math.min(60 * 1.5 ** reads, 800) } },
  { id: 'incomplete streams as results', changes: { unended: (content) => ({ content, complete: false }) } },
  {
    id: 'a failed job as a result',
    changes: {
      operations: {
        ...right.operations,
        wait_job: async (tools, given) => {
          for (;;) {
            const job = await tools.sendJson('wait_job', given);
            if (tools.behaviour.isFinal(job, 0, tools)) return right.job(job, given);
            await tools.pause(60);
          }
        },
      },
    },
  },
  ...clientOddities,
  ...clientHabits,
  ...clientReads,
];
