import type { BadClient, ClientBehaviour, ClientTools, Given, JsonObject } from '../client-behaviour.ts';
import { readEvents } from '../read-events.ts';
import { referenceClient as right } from '../reference-client.ts';
import { withMemory } from './earlier-stream.ts';
import { retold } from './patches.ts';

/** Keeps what is done before a turn of the event loop in the place of what another call does meanwhile. */
const shared = <T>(tools: ClientTools, name: string, value: T): (() => T) => {
  tools.memory.set(name, value);
  return () => tools.memory.get(name) as T;
};

/** The bytes of a stream up to the end of an event, behind what is left of any other. */
async function* throughOneBuffer(
  pieces: AsyncIterable<Uint8Array>,
  memory: ClientTools['memory'],
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    const all = Buffer.concat([(memory.get('rest') as Buffer | undefined) ?? Buffer.alloc(0), piece]);
    const end = all.lastIndexOf('\n\n') < 0 ? 0 : all.lastIndexOf('\n\n') + 2;
    memory.set('rest', all.subarray(end));
    yield all.subarray(0, end);
  }
}

const isBusy = ({ memory }: ClientTools) => Number(memory.get('busy') ?? 0) > 1;

/** Counts the calls under way. */
async function counted<T>({ memory }: ClientTools, work: () => Promise<T> | T): Promise<T> {
  memory.set('busy', Number(memory.get('busy') ?? 0) + 1);
  try {
    return await work();
  } finally {
    memory.set('busy', Number(memory.get('busy') ?? 0) - 1);
  }
}

const inAll = (
  wrap: (
    tools: ClientTools,
    given: Given,
    work: () => Promise<JsonObject> | JsonObject,
  ) => Promise<JsonObject> | JsonObject,
): ClientBehaviour['operations'] =>
  Object.fromEntries(
    Object.entries(right.operations).map(([op, operation]) => [
      op,
      (tools: ClientTools, given: Given) => wrap(tools, given, () => operation(tools, given)),
    ]),
  ) as unknown as ClientBehaviour['operations'];

/** Clients that mix calls which are under way at the same time. */
export const concurrentDeviations: readonly BadClient[] = [
  {
    id: 'client.concurrent.own-answer',
    changes: retold('chat', async (result, tools) => {
      const last = shared(tools, 'last answer', result);
      await tools.pause(60);
      return last();
    }),
    entails: ['client.concurrent.'],
  },
  {
    id: 'client.concurrent.own-answer:jobs',
    changes: retold('get_job', async (result, tools) => {
      const last = shared(tools, 'last job', result);
      await tools.pause(60);
      return last();
    }),
    entails: ['client.abort.'],
  },
  {
    id: 'client.concurrent.own-verification',
    changes: {
      operations: {
        ...right.operations,
        verify_webhook: async (tools, given) => {
          const last = shared(tools, 'delivery', given);
          await tools.pause(1);
          return right.operations.verify_webhook(tools, last());
        },
      },
    },
  },
  {
    id: 'client.concurrent.own-stream',
    changes: withMemory((memory) => ({ events: (pieces) => readEvents(throughOneBuffer(pieces, memory)) })),
    entails: ['client.concurrent.'],
  },
  {
    id: 'client.concurrent.own-error',
    changes: {
      operations: inAll(async (tools, _given, work) => {
        try {
          return await work();
        } catch (error) {
          const last = shared(tools, 'last error', error);
          await tools.pause(60);
          throw last();
        }
      }),
    },
    entails: ['client.concurrent.own-stream'],
  },
  {
    id: 'client.concurrent.own-request',
    changes: {
      attemptKey(call, tools) {
        if (call.attempt === 1) tools.memory.set('key', call.key);
        return call.key === undefined ? undefined : (tools.memory.get('key') as string);
      },
    },
    entails: ['client.concurrent.'],
  },
  {
    id: 'client.concurrent.own-request:body',
    changes: {
      wire(wire, call, tools) {
        if (call.op !== 'chat') return wire;
        if (call.attempt === 1) tools.memory.set('body', wire.body);
        return { ...wire, body: tools.memory.get('body') as string };
      },
    },
    entails: ['client.concurrent.'],
  },
  {
    id: 'client.concurrent.own-request:provider',
    changes: {
      wire(wire, call, tools) {
        const body = wire.body === undefined ? {} : (JSON.parse(wire.body) as JsonObject);
        if (body.provider === undefined) return wire;
        if (call.attempt === 1) tools.memory.set('provider', body.provider);
        return { ...wire, body: JSON.stringify({ ...body, provider: tools.memory.get('provider') }) };
      },
    },
    entails: ['client.concurrent.'],
  },
  {
    id: 'client.concurrent.own-key',
    changes: { ownKey: ({ isKeyed }, tools) => (isKeyed ? `key-${Math.floor(tools.nowMs() / 1000)}` : undefined) },
    entails: ['client.concurrent.'],
  },
  {
    id: 'client.concurrent.own-retries',
    changes: {
      retries(failure, call, tools) {
        if (failure.sent.kind !== 'unknown') return right.retries(failure, call, tools);
        const failures = Number(tools.memory.get('failures') ?? 0) + 1;
        tools.memory.set('failures', failures > 1 ? 0 : failures);
        return failures <= 1;
      },
      operations: inAll(async (tools, _given, work) => {
        const result = await work();
        tools.memory.set('failures', 0);
        return result;
      }),
    },
    entails: ['client.concurrent.retried-each'],
  },
  {
    id: 'client.concurrent.retried-each',
    changes: {
      retries: (failure, call, tools) => !isBusy(tools) && right.retries(failure, call, tools),
      operations: inAll((tools, _given, work) => counted(tools, work)),
    },
    entails: ['client.concurrent.'],
  },
  {
    id: 'client.concurrent.own-wait',
    changes: {
      waitMs: (failure, call, tools) => (isBusy(tools) ? 30 : right.waitMs(failure, call, tools)),
      operations: inAll((tools, _given, work) => counted(tools, work)),
    },
  },
];
