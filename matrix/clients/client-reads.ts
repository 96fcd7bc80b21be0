import type { DriverOperation } from '@gateproof/spec';
import type { ClientBehaviour, ClientChanges, ClientTools, Given, JsonObject } from './client-behaviour.ts';
import { doing } from './deviations/patches.ts';
import { readEvents } from './read-events.ts';
import { referenceClient as right } from './reference-client.ts';
import { failed } from './reference-operations.ts';

type Operation = ClientBehaviour['operations'][DriverOperation];
const beforeEachCall = (work: (tools: ClientTools, given: Given) => Promise<unknown>): ClientChanges => ({
  operations: Object.fromEntries(
    Object.entries(right.operations).map(([op, operation]): [string, Operation] => [
      op,
      async (tools, given) => {
        if (op !== 'verify_webhook') await work(tools, given);
        return operation(tools, given);
      },
    ]),
  ) as unknown as ClientBehaviour['operations'],
});

/** What one client remembers under a name. */
const nameOf = (what: string, { base_url, api_key }: Given) => `${what} ${base_url} ${api_key}`;
const once = (work: (tools: ClientTools, given: Given) => Promise<unknown>) => (tools: ClientTools, given: Given) => {
  const name = nameOf('first', given);
  const first = (tools.memory.get(name) ?? work(tools, given).catch(() => undefined)) as Promise<unknown>;
  tools.memory.set(name, first);
  return first;
};
const ask = ({ fetch: send = fetch }: ClientTools, url: string, method: string, given?: Given) =>
  send(url, { method, headers: given === undefined ? {} : { authorization: `Bearer ${given.api_key}` } });

const readList = (tools: ClientTools, given: Given) =>
  tools.sendJson('list_models', { ...given, op: 'list_models', params: {} });
async function keptList(tools: ClientTools, given: Given): Promise<JsonObject> {
  const name = nameOf('list', given);
  const list = (tools.memory.get(name) as JsonObject | undefined) ?? (await readList(tools, given));
  tools.memory.set(name, list);
  return list;
}

async function openByKeptLink(tools: ClientTools, given: Given): Promise<JsonObject> {
  const name = `${nameOf('links', given)} ${String(given.params?.job_id)}`;
  const place = Number(given.params?.place ?? 0);
  const kept = tools.memory.get(name) as readonly JsonObject[] | undefined;
  const tried = kept?.[place];
  if (typeof tried?.url === 'string' && right.opens(tried, tools.nowMs())) {
    const bytes = await right.download(tried.url, tools);
    if (bytes !== undefined) return { bytes };
  }
  const job = await tools.sendJson('open_output', given);
  tools.memory.set(name, job.output);
  return right.operations.open_output(tools, given);
}

const finalStates: readonly unknown[] = ['succeeded', 'failed', 'canceled'];

/** Legal clients that send requests besides those of their calls, or fewer because they keep what they read. */
export const clientReads: readonly { readonly id: string; readonly changes: ClientChanges }[] = [
  {
    id: 'reads the list of models before its first call',
    changes: beforeEachCall(
      once((tools, given) => (given.op === 'list_models' ? Promise.resolve() : readList(tools, given))),
    ),
  },
  {
    id: 'reads the list of models before its first call, whatever that is and whatever comes of it',
    changes: beforeEachCall(once((tools, given) => ask(tools, `${given.base_url}/v1/models`, 'GET', given))),
  },
  {
    id: 'F014: reads a job whose cancel was accepted until it is final',
    changes: doing('cancel_job', async (tools, given) => {
      let job: JsonObject = await right.operations.cancel_job(tools, given);
      while (!finalStates.includes(job.state)) {
        await tools.pause(100);
        job = right.job(await tools.sendJson('get_job', given), given);
      }
      return job;
    }),
  },
  {
    id: 'F138: probes the list of models before its first call',
    changes: beforeEachCall(once((tools, given) => ask(tools, `${given.base_url}/v1/models`, 'HEAD', given))),
  },
  {
    id: "F138: a browser's preflight before each call",
    changes: beforeEachCall(async (tools, given) => ask(tools, `${given.base_url}/v1/chat/completions`, 'OPTIONS')),
  },
  {
    id: 'keeps the list of models',
    changes: doing('list_models', async (tools, given) => ({ ids: right.ids(await keptList(tools, given)) })),
  },
  {
    id: 'looks for a model in the list first',
    changes: doing('get_model', async (tools, given) => {
      const { data } = await readList(tools, given);
      const found = (data as readonly JsonObject[]).find(({ id }) => id === given.params?.model);
      return found === undefined ? right.operations.get_model(tools, given) : right.model(found);
    }),
  },
  {
    id: 'F152: reads a job before it cancels it',
    changes: doing('cancel_job', async (tools, given) => {
      const job = await tools.sendJson('get_job', given).catch(() => undefined);
      return job !== undefined && finalStates.includes(job.state)
        ? right.job(job, given)
        : right.operations.cancel_job(tools, given);
    }),
  },
  { id: 'F103: keeps links until they expire', changes: doing('open_output', openByKeptLink) },
  {
    id: 'asks for the head of a file before the file',
    changes: {
      async download(url, tools) {
        await ask(tools, url, 'HEAD').catch(() => undefined);
        return right.download(url, tools);
      },
    },
  },
  {
    id: 'reads a stream to the end of its connection before it reports anything',
    changes: {
      async *events(pieces) {
        const all: string[] = [];
        try {
          for await (const data of readEvents(pieces)) all.push(data);
        } catch (error) {
          if (!all.includes('[DONE]')) throw error;
        }
        yield* all;
      },
    },
  },
  { id: 'begins each call late', changes: beforeEachCall(({ pause }) => pause(200)) },
  {
    id: 'F139: sends nothing for a while after five failures in a row',
    changes: {
      waitMs(failure, call, tools) {
        const name = nameOf('failures', call.given);
        const count = Number(tools.memory.get(name) ?? 0) + 1;
        tools.memory.set(name, count % 5);
        if (count === 5) tools.memory.set(nameOf('closed until', call.given), tools.nowMs() + 500);
        return right.waitMs(failure, call, tools);
      },
      operations: beforeEachCall(async (tools, given) => {
        if (Number(tools.memory.get(nameOf('closed until', given)) ?? 0) > tools.nowMs())
          throw failed('the service failed too often');
      }).operations as ClientBehaviour['operations'],
    },
  },
];
