import {
  type BadClient,
  type ClientChanges,
  ClientError,
  type ClientTools,
  type Given,
  type JsonObject,
} from '../client-behaviour.ts';
import { referenceClient as right } from '../reference-client.ts';

/** Answers a read by what was read before under the same name. */
const remembering = (op: 'get_job' | 'get_model', nameOf: (params: JsonObject) => unknown): ClientChanges => ({
  operations: {
    ...right.operations,
    async [op](tools: ClientTools, given: Given) {
      const name = `${op} ${given.base_url} ${nameOf(given.params ?? {})}`;
      const result = (tools.memory.get(name) as JsonObject | undefined) ?? (await right.operations[op](tools, given));
      tools.memory.set(name, result);
      return result;
    },
  },
});

/** One request serves all equal calls while it is under way, or for good. */
const sharing = (op: 'chat' | 'chat_stream' | 'create_image', isForGood: boolean): ClientChanges => ({
  operations: {
    ...right.operations,
    async [op](tools: ClientTools, given: Given) {
      const name = JSON.stringify([op, given.base_url, given.idempotency_key, given.params]);
      const flight = (tools.memory.get(name) ?? right.operations[op](tools, given)) as Promise<JsonObject>;
      tools.memory.set(name, flight);
      try {
        const result = await flight;
        if (!isForGood) tools.memory.delete(name);
        return result;
      } catch (error) {
        tools.memory.delete(name);
        throw error;
      }
    },
  },
});

/** Sends nothing more once it was refused with 403. */
const refusedForGood = (ops: readonly ('chat' | 'chat_stream' | 'create_image')[]): ClientChanges => ({
  operations: {
    ...right.operations,
    ...Object.fromEntries(
      ops.map((op) => [
        op,
        async (tools: ClientTools, given: Given) => {
          const name = `refused ${given.base_url} ${given.api_key}`;
          if (tools.memory.has(name)) throw tools.memory.get(name);
          try {
            return await right.operations[op](tools, given);
          } catch (error) {
            if (error instanceof ClientError && error.failure.status === 403) tools.memory.set(name, error);
            throw error;
          }
        },
      ]),
    ),
  },
});

/** Clients that remember what they have read, or were refused. */
export const rememberedDeviations: readonly BadClient[] = [
  {
    id: 'client.job.read-anew',
    changes: remembering('get_job', ({ job_id }) => job_id),
    entails: ['client.job.'],
  },
  {
    id: 'client.model.slash:name-alone',
    changes: remembering('get_model', ({ model }) => String(model).split('/').at(-1)),
    entails: ['client.model.'],
  },
  { id: 'client.error.of-one-call', changes: refusedForGood(['chat', 'chat_stream']), entails: ['client.error.'] },
  {
    id: 'client.error.of-one-call:submissions',
    changes: refusedForGood(['create_image']),
    entails: ['client.error.'],
  },
  { id: 'client.request.each-sent', changes: sharing('chat', false) },
  { id: 'client.request.each-sent:streams', changes: sharing('chat_stream', false) },
  { id: 'client.request.each-sent:submissions', changes: sharing('create_image', false) },
  {
    id: 'client.request.each-sent:replies-kept',
    changes: sharing('chat', true),
    entails: ['client.request.'],
  },
];
