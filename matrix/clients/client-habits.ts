import type { DriverOperation } from '@gateproof/spec';
import {
  type ClientBehaviour,
  type ClientChanges,
  ClientError,
  type ClientTools,
  type Given,
  type JsonObject,
} from './client-behaviour.ts';
import { doing, wired, withHeaders } from './deviations/patches.ts';
import { readEvents } from './read-events.ts';
import { retryAfterMs, referenceClient as right } from './reference-client.ts';
import { failed } from './reference-operations.ts';

type Operation = ClientBehaviour['operations'][DriverOperation];
const eachCall = (wrap: (work: Operation) => Operation): ClientChanges => ({
  operations: Object.fromEntries(
    Object.entries(right.operations).map(([op, operation]) => [op, wrap(operation)]),
  ) as unknown as ClientBehaviour['operations'],
});
const clientOf = ({ base_url, api_key }: Given) => `${base_url} ${api_key}`;
/** Counts in the memory of a client. */
function counted({ memory }: ClientTools, name: string, step = 1): number {
  const count = Number(memory.get(name) ?? 0) + step;
  memory.set(name, count);
  return count;
}

/** Breaks off by itself for a moment after many failures in a row. */
const breaker = (): ClientChanges =>
  eachCall((work) => async (tools, given) => {
    const name = `failures of ${clientOf(given)}`;
    if (Number(tools.memory.get(name) ?? 0) >= 20) {
      tools.memory.set(name, 0);
      throw new Error('the service failed too often');
    }
    try {
      const result = await work(tools, given);
      tools.memory.set(name, 0);
      return result;
    } catch (error) {
      const isTheirs = error instanceof ClientError && error.failure.sent.kind !== 'terminal';
      if (isTheirs) counted(tools, name);
      throw error;
    }
  });

/** No two errors are reported in the same words. */
function numbered(): ClientChanges {
  let count = 0;
  return {
    error(failure) {
      count += 1;
      return { ...right.error(failure), message: `error ${count}: ${String(failure.sent.message)}` };
    },
  };
}

const ownCodes: ClientBehaviour['error'] = (failure) => ({
  ...right.error(failure),
  code: failure.sent.code ?? (failure.isLost ? 'connection_error' : 'sdk_error'),
});

/** Refuses ids of jobs by itself that are not made of these characters. */
const strictIds = eachCall((work) => async (tools, given) => {
  const id = given.params?.job_id;
  if (id !== undefined && !/^[A-Za-z0-9_-]+$/.test(String(id))) throw failed('this is no id of a job');
  return work(tools, given);
});
const zeros: readonly unknown[] = [0, '', false, null];
const isZero = (value: unknown) => zeros.includes(value) || (Array.isArray(value) && value.length === 0);
/** What a language leaves out that does not distinguish a zero from nothing. */
const withoutZeros = (result: JsonObject): JsonObject =>
  JSON.parse(JSON.stringify(result), (_, value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).filter(([, one]) => !isZero(one)))
      : value,
  ) as JsonObject;

const requestsByItself: Readonly<Record<string, true>> = { get_job: true, list_models: true, get_model: true };

/** Legal clients whose calls differ from one another by what came before, by time or by chance. */
export const clientHabits: readonly { readonly id: string; readonly changes: ClientChanges }[] = [
  {
    id: 'a query that is other for each request',
    changes: wired(({ url }, _, tools) => ({ url: `${url}?_=${counted(tools, 'queries')}` })),
  },
  {
    id: 'headers that count tries and calls',
    changes: wired(({ headers }, { attempt }, tools) => ({
      headers: { ...headers, 'x-try': String(attempt), 'x-request-number': String(counted(tools, 'requests')) },
    })),
  },
  {
    id: 'F139: a few retries for all calls of a client',
    changes: {
      retries: (failure, call, tools) =>
        right.retries(failure, call, tools) && counted(tools, `retries of ${clientOf(call.given)}`) <= 4,
    },
  },
  { id: 'F139: breaks off after many failures in a row', changes: breaker() },
  { id: 'refuses ids with odd characters by itself', changes: strictIds },
  {
    id: 'leaves zeros out of metadata',
    changes: {
      completion: (completion, given) => {
        const { metadata, ...result } = right.completion(completion, given);
        return metadata === undefined ? result : { ...result, metadata: withoutZeros(metadata as JsonObject) };
      },
    },
  },
  {
    id: 'codes of its own for what the service did not send',
    changes: { ...breaker(), error: ownCodes },
  },
  {
    id: 'waits between two calls',
    changes: eachCall((work) => async (tools, given) => {
      const turn = counted(tools, 'turn');
      await tools.pause(10 * (turn % 5));
      return work(tools, given);
    }),
  },
  {
    id: 'a tag of its own in each chat',
    changes: {
      chatBody: (params, isStream, tools) => ({
        ...right.chatBody(params, isStream, tools),
        user: `call-${counted(tools, 'tags')}`,
      }),
    },
  },
  {
    id: 'messages of errors that count them',
    changes: numbered(),
  },
  {
    id: 'reports the code of an error alone',
    changes: { error: ({ sent: { code } }) => ({ code, message: 'The call failed.' }) },
  },
  {
    id: 'F153: lists models in an order that changes',
    changes: doing('list_models', async (tools, given) => {
      const { ids } = (await right.operations.list_models(tools, given)) as { ids: readonly unknown[] };
      return { ids: counted(tools, 'lists') % 2 === 0 ? ids.toReversed() : ids };
    }),
  },
  {
    id: 'F141: sends reads and keyed requests again, and nothing else',
    changes: {
      retries: (failure, call, tools) =>
        (call.key !== undefined || requestsByItself[call.op] === true) && right.retries(failure, call, tools),
    },
  },
  {
    id: 'F139: waits longer at the first retry of a client',
    changes: {
      waitMs: (failure, call) => Math.max(retryAfterMs(failure), 600 * call.attempt),
    },
  },
  { id: 'a connection for each request', changes: withHeaders(() => ({ 'x-keep': 'no', connection: 'close' })) },
  {
    id: 'waits before it polls for the first time',
    changes: doing('wait_job', async (tools, given) => {
      await tools.pause(400);
      return right.operations.wait_job(tools, given);
    }),
  },
  {
    id: 'reads a job twice and reports the second',
    changes: doing('get_job', async (tools, given) => {
      await right.operations.get_job(tools, given);
      return right.operations.get_job(tools, given);
    }),
  },
  {
    id: 'verifies after a while',
    changes: doing('verify_webhook', async (tools, given) => {
      await tools.pause(15);
      return right.operations.verify_webhook(tools, given);
    }),
  },
  {
    id: 'reads streams slowly',
    changes: {
      async *events(pieces) {
        for await (const data of readEvents(pieces)) {
          await new Promise((resolve) => setImmediate(resolve));
          yield data;
        }
      },
    },
  },
  {
    id: 'reports a job as it reads it after its cancel',
    changes: doing('cancel_job', async (tools, given) => {
      const job = (await right.operations.cancel_job(tools, given)) as JsonObject;
      try {
        return await right.operations.get_job(tools, { ...given, params: { job_id: job.id } });
      } catch {
        return job;
      }
    }),
  },
  {
    id: 'takes a link for expired a minute before it is',
    changes: { opens: (item, nowMs) => right.opens(item, nowMs + 60_000) },
  },
];
