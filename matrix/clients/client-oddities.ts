import { createDice } from '../dice.ts';
import type { Call, ClientChanges, ClientTools, Failure, Given, JsonObject } from './client-behaviour.ts';
import { backoff } from './deviations/failure-patches.ts';
import { wired } from './deviations/patches.ts';
import { resending } from './deviations/resent-stream.ts';
import { retryAfterMs, referenceClient as right } from './reference-client.ts';

const dice = createDice(139);
const waiting = (wait: (failure: Failure, call: Call) => number): ClientChanges => ({
  waitMs: (failure, call) => Math.max(retryAfterMs(failure), wait(failure, call)),
});

/** Legal clients that do more, wait longer or refuse more by themselves than one would think. */
export const clientOddities: readonly { readonly id: string; readonly changes: ClientChanges }[] = [
  {
    id: 'F139: waits of seconds with full jitter',
    changes: waiting((_, { attempt }) => dice.fraction() * 700 * 2 ** attempt),
  },
  { id: 'F139: waits three seconds', changes: waiting(() => 3_000) },
  {
    id: 'F139: waits by its own backoff after the stated wait',
    changes: { waitMs: (failure, call) => retryAfterMs(failure) + backoff(call) },
  },
  {
    id: 'F139: eight retries without longer waits',
    changes: {
      retries: (failure, call, tools) =>
        right.retries(failure, call, tools) ||
        (call.attempt <= 8 && /rate_limit|unavailable|timeout/.test(String(failure.sent.kind))),
      ...waiting(() => 150),
    },
  },
  {
    id: 'refuses tools beside a response format by itself',
    changes: {
      chatBody: (params, isStream, tools) => {
        if (params.tools !== undefined && params.response_format !== undefined) throw new Error('one of both');
        return right.chatBody(params, isStream, tools);
      },
    },
  },
  {
    id: 'asks for the rest of a download that broke off',
    changes: {
      async download(url, { pause }) {
        let bytes = 0;
        for (let attempt = 0; attempt < 3; attempt += 1) {
          const response = await fetch(url, { headers: bytes === 0 ? {} : { range: `bytes=${bytes}-` } });
          if (!response.ok) return undefined;
          if (response.status === 200) bytes = 0;
          try {
            for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) bytes += piece.byteLength;
            return bytes;
          } catch {
            await pause(20);
          }
        }
        throw new Error('the download breaks off each time');
      },
    },
  },
  { id: 'polls every two seconds', changes: { pollMs: () => 2_000 } },
  { id: 'a query of its own', changes: wired(({ url }) => ({ url: `${url}?api-version=2026-11-01` })) },
  {
    id: 'asks for the models before each chat',
    changes: before((tools, given) => tools.sendJson('list_models', given)),
  },
  {
    id: 'looks the model up before each chat',
    changes: before((tools, given) => tools.sendJson('get_model', { ...given, op: 'get_model' })),
  },
  {
    id: 'reads the list of models before one of them',
    changes: {
      operations: {
        ...right.operations,
        get_model: async (tools, given) => {
          await tools.sendJson('list_models', { ...given, op: 'list_models', params: {} }).catch(() => undefined);
          return right.operations.get_model(tools, given);
        },
      },
    },
  },
  {
    id: 'reads a job once more after its submission',
    changes: {
      operations: {
        ...right.operations,
        create_image: async (tools, given) => {
          const sent = await right.operations.create_image(tools, given);
          await tools.sendJson('get_job', { ...given, params: { job_id: sent.id } }).catch(() => undefined);
          return sent;
        },
      },
    },
  },
  {
    id: 'reports a job as it reads it after its submission',
    changes: {
      operations: {
        ...right.operations,
        create_image: async (tools, given) => {
          const sent = await right.operations.create_image(tools, given);
          return right.job(await tools.sendJson('get_job', { ...given, params: { job_id: sent.id } }), given);
        },
      },
    },
  },
  {
    id: 'fields of its own in chats',
    changes: {
      chatBody: (params, isStream, tools) => ({
        temperature: 1,
        max_tokens: 1_024,
        metadata: { sdk: 'x' },
        ...right.chatBody(params, isStream, tools),
      }),
    },
  },
  {
    id: 'refuses messages without text by itself',
    changes: {
      chatBody: (params, isStream, tools) => {
        const messages = params.messages as readonly { readonly content: string }[];
        if (messages.some(({ content }) => content.trim() === '')) throw new Error('a message is empty');
        return right.chatBody(params, isStream, tools);
      },
    },
  },
  {
    id: 'refuses keys beyond printable ASCII and 64 characters by itself',
    changes: {
      attemptKey: ({ key }) => {
        if (key !== undefined && (key.length > 255 || !/^[ -~]*$/.test(key))) throw new Error('the key is no header');
        return key;
      },
    },
  },
  {
    id: 'starts a stream again that broke before any content',
    changes: {
      operations: {
        ...right.operations,
        chat_stream: async (tools, given) => {
          try {
            let any = '';
            const behaviour = {
              ...tools.behaviour,
              textIn: (chunk: JsonObject, soFar: string) => {
                const text = right.textIn(chunk, soFar);
                any += text;
                return text;
              },
              errorIn: (chunk: JsonObject, soFar: string) => {
                const error = right.errorIn(chunk, soFar);
                return error !== undefined && any === '' && error.kind !== 'terminal' ? raise() : error;
              },
            };
            const [send, sendJson] = [tools.send.bind(tools), tools.sendJson.bind(tools)];
            return await right.operations.chat_stream({ ...tools, send, sendJson, behaviour }, given);
          } catch (error) {
            if (!/lost before any content/.test(String(error)) || given.idempotency_key !== undefined) throw error;
            await tools.pause(120);
            return right.operations.chat_stream(tools, given);
          }
        },
      },
    },
  },
  {
    id: 'bodies with sorted names',
    changes: wired((wire) =>
      wire.body === undefined
        ? {}
        : {
            body: JSON.stringify(JSON.parse(wire.body), (_, value) =>
              typeof value === 'object' && value !== null && !Array.isArray(value)
                ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
                : value,
            ),
          },
    ),
  },
  { id: 'F038: asks again for a keyed stream that broke off', changes: resending((_, second) => second) },
  {
    id: 'collects the reply of a plain chat from a stream',
    changes: {
      operations: {
        ...right.operations,
        chat: async (tools, given) => {
          const { complete: _complete, ...reply } = await right.operations.chat_stream(tools, given);
          return reply;
        },
      },
    },
  },
  {
    id: 'asks again after an answer that is no whole JSON',
    changes: {
      operations: {
        ...right.operations,
        chat: async (tools, given) => {
          try {
            return await right.operations.chat(tools, given);
          } catch (error) {
            if (!(error instanceof SyntaxError)) throw error;
            await tools.pause(120);
            return right.operations.chat(tools, given);
          }
        },
      },
    },
  },
  {
    id: "sends its key to links on the service's own host",
    changes: {
      operations: {
        ...right.operations,
        open_output: async (tools, given) => {
          const job = await tools.sendJson('open_output', given);
          const item = (job.output as readonly JsonObject[] | undefined)?.[Number(given.params?.place ?? 0)];
          const isOwn = item !== undefined && new URL(String(item.url)).host === new URL(String(given.base_url)).host;
          if (!isOwn || !right.opens(item, tools.nowMs())) return right.operations.open_output(tools, given);
          const response = await fetch(String(item.url), { headers: { authorization: `Bearer ${given.api_key}` } });
          if (!response.ok) return right.operations.open_output(tools, given);
          return { bytes: (await response.arrayBuffer()).byteLength };
        },
      },
    },
  },
  {
    id: 'many more words about everything',
    changes: {
      completion: (body, given) => ({ ...right.completion(body, given), usage: body.usage, raw: body, id: body.id }),
      job: (job, given) => ({ ...right.job(job, given), output: job.output, progress: job.progress, raw: job }),
      error: (failure) => ({ ...right.error(failure), retryable: false, raw: failure.sent, name: 'ApiError' }),
    },
  },
];

function raise(): never {
  throw new Error('lost before any content');
}

/** Does something first, whatever comes of it, before each chat. */
function before(first: (tools: ClientTools, given: Given) => Promise<unknown>): ClientChanges {
  const preceded =
    (op: 'chat' | 'chat_stream') =>
    async (tools: ClientTools, given: Given): Promise<JsonObject> => {
      await first(tools, given).catch(() => undefined);
      return right.operations[op](tools, given);
    };
  return { operations: { ...right.operations, chat: preceded('chat'), chat_stream: preceded('chat_stream') } };
}
