import type { BadClient, ClientChanges, ClientTools, Given, JsonObject } from '../client-behaviour.ts';
import { referenceClient as right } from '../reference-client.ts';
import { failed, referenceOperations } from '../reference-operations.ts';

type Operation = (tools: ClientTools, given: Given) => Promise<JsonObject>;
const opening = (run: Operation): ClientChanges => ({ operations: { ...referenceOperations, open_output: run } });
const isHere = (item: JsonObject) => typeof item.url === 'string';
const itemsOf = (job: JsonObject) => (job.output ?? []) as readonly JsonObject[];

async function fetched(item: JsonObject | undefined): Promise<JsonObject> {
  const response = await fetch(String(item?.url));
  if (!response.ok) throw failed('the link does not open');
  return { bytes: (await response.arrayBuffer()).byteLength };
}

/** Reads the job until the link is fresh. */
async function freshJob(tools: ClientTools, given: Given): Promise<JsonObject> {
  for (let reads = 1; ; reads += 1) {
    const job = await tools.sendJson('open_output', given);
    if (reads === 3 || itemsOf(job).every((item) => !isHere(item) || right.opens(item, tools.nowMs()))) return job;
  }
}

const placeOf = ({ params }: Given) => Number(params?.place ?? 0);
const idOf = ({ job_id }: JsonObject) => String(job_id);

/** Clients that open another output than the caller names, or ask for another job. */
export const outputPlaceDeviations: readonly BadClient[] = [
  {
    id: 'client.job.output-place',
    changes: opening(async (tools, given) => {
      const items = itemsOf(await freshJob(tools, given)).filter(isHere);
      return fetched(items[placeOf(given)]);
    }),
  },
  {
    id: 'client.job.output-place:the-next',
    changes: opening(async (tools, given) => {
      const items = itemsOf(await freshJob(tools, given));
      return fetched(items.slice(placeOf(given)).find(isHere));
    }),
  },
  {
    id: 'client.job.output-place:always-the-first',
    changes: opening(async (tools, given) => fetched(itemsOf(await freshJob(tools, given))[0])),
    entails: ['client.job.fresh-link'],
  },
  {
    id: 'client.job.opened-again',
    changes: opening(async (tools, given) => {
      const name = `opened ${given.base_url} ${given.params?.job_id}`;
      const job = (tools.memory.get(name) as JsonObject | undefined) ?? (await freshJob(tools, given));
      tools.memory.set(name, job);
      return fetched(itemsOf(job)[placeOf(given)]);
    }),
    entails: ['client.job.output-place'],
  },
  {
    id: 'client.job.own-id',
    changes: {
      pathOf: (op, params) =>
        right.pathOf(op, op === 'cancel_job' ? { ...params, job_id: idOf(params).toLowerCase() } : params),
    },
  },
  {
    id: 'client.job.own-id:read',
    changes: {
      pathOf: (op, params) =>
        right.pathOf(op, op === 'get_job' ? { ...params, job_id: idOf(params).replace(/[^\w]/g, '') } : params),
    },
  },
];
