import { randomUUID } from 'node:crypto';
import type { BadClient, ClientTools, JsonObject } from '../client-behaviour.ts';
import { ClientError } from '../client-behaviour.ts';
import { referenceClient as right } from '../reference-client.ts';

const allSignals = ({ memory }: ClientTools): AbortController => {
  const one = (memory.get('abort') as AbortController | undefined) ?? new AbortController();
  memory.set('abort', one);
  return one;
};

/** Clients that do too much or too little when their caller gives a call up. */
export const abortDeviations: readonly BadClient[] = [
  {
    id: 'client.abort.not-complete',
    changes: {
      operations: {
        ...right.operations,
        async chat_stream(tools, given): Promise<JsonObject> {
          try {
            return await right.operations.chat_stream(tools, given);
          } catch (error) {
            if (given.signal?.aborted !== true) throw error;
            return { content: 'what had come', complete: true };
          }
        },
      },
    },
  },
  {
    id: 'client.abort.not-sent-again',
    changes: {
      isGivenUp: () => false,
      abortSignal: ({ given, attempt }) => (attempt === 1 ? given.signal : undefined),
      retries: (failure, call, tools) =>
        right.retries(failure, call, tools) || (call.given.signal?.aborted === true && call.attempt === 1),
    },
    entails: ['client.abort.'],
  },
  {
    id: 'client.abort.not-sent-again:after-a-wait',
    changes: {
      isGivenUp: () => false,
      abortSignal: ({ given: { signal } }) => (signal?.aborted === true ? undefined : signal),
    },
  },
  {
    id: 'client.abort.connection-closed',
    changes: { abortSignal: () => undefined, isGivenUp: () => false },
    entails: ['client.abort.'],
  },
  {
    id: 'client.abort.others-go-on',
    changes: {
      abortSignal(call, tools) {
        const all = allSignals(tools);
        call.given.signal?.addEventListener('abort', () => {
          tools.memory.delete('abort');
          all.abort();
        });
        return all.signal;
      },
    },
  },
  {
    id: 'client.abort.others-go-on:streams',
    changes: {
      operations: {
        ...right.operations,
        async chat_stream(tools, given) {
          given.signal?.addEventListener('abort', () => tools.memory.set('stopped', tools.nowMs()));
          const began = tools.nowMs();
          const result = await right.operations.chat_stream(tools, given);
          if (Number(tools.memory.get('stopped') ?? 0) < began) return result;
          throw new ClientError({ sent: { message: 'stopped' }, status: undefined, headers: undefined, isLost: true });
        },
      },
    },
    entails: ['client.abort.'],
  },
  {
    id: 'client.abort.later-calls:key-again',
    changes: {
      ownKey({ isKeyed, given }, { memory }) {
        if (!isKeyed) return undefined;
        const kept = memory.get('aborted key') as string | undefined;
        memory.delete('aborted key');
        const key = kept ?? randomUUID();
        given.signal?.addEventListener('abort', () => memory.set('aborted key', key));
        return key;
      },
    },
  },
  {
    id: 'client.abort.later-calls',
    changes: {
      abortSignal({ given: { signal } }, tools) {
        signal?.addEventListener('abort', () => tools.memory.set('aborted', signal));
        return (tools.memory.get('aborted') as AbortSignal | undefined) ?? signal;
      },
    },
    entails: ['client.abort.'],
  },
];
