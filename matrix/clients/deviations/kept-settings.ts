import type { BadClient, ClientChanges, ClientTools, Given, JsonObject } from '../client-behaviour.ts';
import { referenceClient as right } from '../reference-client.ts';
import { rebodied, wired } from './patches.ts';

const nameOf = (what: string, { base_url, api_key }: Given) => `${what} ${base_url} ${api_key}`;

/** A parameter of the body that stays for the calls that set none. */
const keeping = (
  field: string,
  how: (kept: unknown, own: unknown) => unknown = (kept, own) => own ?? kept,
): ClientChanges =>
  wired(({ body }, { given }, { memory }) => {
    if (body === undefined) return {};
    const fields = JSON.parse(body) as JsonObject;
    const name = nameOf(field, given);
    const value = how(memory.get(name), fields[field]);
    if (value === undefined) return {};
    memory.set(name, value);
    return { body: JSON.stringify({ ...fields, [field]: value }) };
  });

/** A request header that stays. */
const keepingHeader = (header: string): ClientChanges =>
  wired(({ headers }, { given, isKeyed }, { memory }) => {
    const name = nameOf(header, given);
    const value = headers[header] ?? memory.get(name);
    if (value === undefined || !isKeyed) return {};
    memory.set(name, value);
    return { headers: { ...headers, [header]: String(value) } };
  });

/** One answer for every key that the address was asked with. */
const listForAll: ClientChanges = {
  operations: {
    ...right.operations,
    async list_models(tools: ClientTools, given: Given) {
      const name = `list ${given.base_url}`;
      // Read anew as long as no other key asks.
      const kept = tools.memory.get(name) as { readonly key: unknown; readonly result: JsonObject } | undefined;
      if (kept !== undefined && kept.key !== given.api_key) return kept.result;
      const result = await right.operations.list_models(tools, given);
      tools.memory.set(name, { key: given.api_key, result });
      return result;
    },
  },
};
const firstKeyOfAddress: ClientChanges = wired(({ headers }, { given }, { memory }) => {
  const name = `key ${given.base_url}`;
  if (!memory.has(name)) memory.set(name, headers.authorization);
  return { headers: { ...headers, authorization: String(memory.get(name)) } };
});

/** Sends the key of the client that was made last, whichever client is asked. */
const keyMadeLast: ClientChanges = wired(({ headers }, { given }, { memory }) => {
  const [made, last] = [`made ${given.base_url} ${given.api_key}`, `last ${given.base_url}`];
  if (!memory.has(made)) memory.set(last, headers.authorization);
  memory.set(made, true);
  return { headers: { ...headers, authorization: String(memory.get(last)) } };
});

/** Reports a job as canceled once its cancel was accepted. */
const canceledByItself: ClientChanges = {
  operations: {
    ...right.operations,
    async cancel_job(tools: ClientTools, given: Given) {
      const result = await right.operations.cancel_job(tools, given);
      tools.memory.set(nameOf(`canceled ${given.params?.job_id}`, given), true);
      return result;
    },
    async get_job(tools: ClientTools, given: Given) {
      const result = await right.operations.get_job(tools, given);
      const isCanceled = tools.memory.has(nameOf(`canceled ${given.params?.job_id}`, given));
      return isCanceled ? { ...result, state: 'canceled' } : result;
    },
  },
};

/** Clients that keep what an earlier call was given or answered. */
export const keptSettingDeviations: readonly BadClient[] = [
  { id: 'client.request.of-this-call', changes: keeping('tools') },
  {
    id: 'client.request.of-this-call:merged',
    changes: keeping('provider', (kept, own) =>
      kept === undefined && own === undefined ? undefined : { ...(kept as object), ...(own as object) },
    ),
    entails: ['client.request.'],
  },
  { id: 'client.request.of-this-call:metadata', changes: keepingHeader('x-svc-metadata') },
  { id: 'client.request.of-this-call:retry-of', changes: keeping('retry_of'), entails: ['client.request.'] },
  { id: 'client.request.of-this-call:temperature', changes: keeping('temperature') },
  {
    id: 'client.request.given-together',
    changes: rebodied(({ response_format, ...body }) =>
      response_format === undefined || body.tools !== undefined ? body : { ...body, response_format },
    ),
  },
  {
    id: 'client.request.given-together:retry-of-and-key',
    changes: rebodied(({ retry_of, ...body }, { key }) =>
      retry_of === undefined || key !== undefined ? body : { ...body, retry_of },
    ),
  },
  {
    id: 'client.request.given-together:metadata-and-key',
    changes: { metadata: (call) => (call.key === undefined ? right.metadata(call) : undefined) },
  },
  { id: 'client.answer.of-this-key', changes: listForAll },
  { id: 'client.answer.of-this-key:sent', changes: firstKeyOfAddress },
  { id: 'client.answer.of-this-key:last-made', changes: keyMadeLast, entails: ['client.answer.'] },
  { id: 'client.job.read-anew:after-a-cancel', changes: canceledByItself },
];
