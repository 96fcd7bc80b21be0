import type { BadClient, ClientChanges, ClientTools, Given, JsonObject } from '../client-behaviour.ts';
import { referenceOperations } from '../reference-operations.ts';

type Stream = (tools: ClientTools, given: Given) => Promise<JsonObject>;
const stream = referenceOperations.chat_stream as Stream;

/** Asks once more for a keyed stream that broke off; `join` makes one result of both. */
export const resending = (join: (first: JsonObject, second: JsonObject) => JsonObject): ClientChanges => ({
  operations: {
    ...referenceOperations,
    async chat_stream(tools, given) {
      if (given.idempotency_key === undefined) return stream(tools, given);
      const unended = (content: string): JsonObject => ({ content, complete: false });
      const [send, sendJson] = [tools.send.bind(tools), tools.sendJson.bind(tools)];
      const first = await stream({ ...tools, send, sendJson, behaviour: { ...tools.behaviour, unended } }, given);
      if (first.complete !== false || given.signal?.aborted === true) return first;
      await tools.pause(150);
      return join(first, await stream(tools, given));
    },
  },
});

/** Clients that mix both answers of a stream that they asked for twice. */
export const resentStreamDeviations: readonly BadClient[] = [
  {
    id: 'client.stream.resent-whole',
    changes: resending((first, second) => ({ ...second, content: `${first.content}${second.content}` })),
  },
  {
    id: 'client.stream.resent-whole:the-first-alone',
    changes: resending((first, second) => ({ ...second, content: first.content })),
  },
];
