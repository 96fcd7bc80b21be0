import type { BadClient, ClientChanges, ClientTools, Given, JsonObject } from '../client-behaviour.ts';
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

/** Clients that remember what they have read. */
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
];
