import type { BadClient, JsonObject } from '../client-behaviour.ts';
import { readEvents } from '../read-events.ts';
import { referenceClient as right } from '../reference-client.ts';
import { referenceOperations } from '../reference-operations.ts';

async function gathered(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
}
/** Reads the whole body before anything else. */
async function* whole(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const all = await gathered(pieces);
  yield* readEvents(
    (async function* () {
      yield Buffer.concat(all);
    })(),
  );
}

const unended = (when: (content: string, why: 'closed' | 'lost') => boolean): BadClient['changes'] => ({
  unended: (content, why) => (when(content, why) ? { content, complete: true } : right.unended(content, why)),
});
const stream = referenceOperations.chat_stream;
const reported = (change: (result: JsonObject) => JsonObject): BadClient['changes'] => ({
  operations: { ...referenceOperations, chat_stream: async (tools, given) => change(await stream(tools, given)) },
});

/** Clients that take the end of a stream for what it is not. */
export const streamEndDeviations: readonly BadClient[] = [
  {
    id: 'client.stream.done',
    changes: reported((result) => ({ ...result, complete: false })),
  },
  {
    id: 'client.stream.done:finish-reason-stop',
    changes: {
      events: async function* (pieces) {
        let stopped = false;
        for await (const data of readEvents(pieces)) {
          if (data.includes('"finish_reason":"stop"')) stopped = true;
          if (data !== '[DONE]' || stopped) yield data;
        }
      },
    },
    entails: ['client.stream.tool-calls'],
  },
  {
    id: 'client.stream.done:usage-last',
    changes: {
      events: async function* (pieces) {
        let usage = false;
        for await (const data of readEvents(pieces)) {
          if (data.includes('"choices":[]')) usage = true;
          if (data !== '[DONE]' || !usage) yield data;
        }
      },
    },
    entails: ['client.stream.content', 'client.stream.done-ends'],
  },
  { id: 'client.stream.done-ends', changes: { events: whole } },
  {
    id: 'client.stream.done-ends:reads-on',
    changes: {
      events: async function* (pieces) {
        const all: string[] = [];
        for await (const data of readEvents(pieces)) all.push(data);
        yield* all;
      },
    },
  },
  {
    id: 'client.stream.missing-done',
    changes: unended((_content, why) => why === 'closed'),
  },
  {
    id: 'client.stream.missing-done:finish-reason',
    changes: {
      events: async function* (pieces) {
        for await (const data of readEvents(pieces)) {
          yield data;
          if (data.includes('"finish_reason":"stop"')) yield '[DONE]';
        }
      },
    },
    entails: ['client.stream.'],
  },
  {
    id: 'client.stream.missing-done:nothing-came',
    changes: unended((content, why) => content === '' && why === 'closed'),
  },
  {
    id: 'client.stream.missing-done:beginning',
    changes: {
      events: async function* (pieces) {
        let last = '';
        for await (const data of readEvents(
          (async function* () {
            for await (const piece of pieces) {
              last = Buffer.from(piece).toString();
              yield piece;
            }
          })(),
        ))
          yield data;
        if (last.startsWith('data: [D')) yield '[DONE]';
      },
    },
  },
  {
    id: 'client.stream.connection-lost',
    changes: unended((_content, why) => why === 'lost'),
    entails: ['client.stream.error-not-retried-silently'],
  },
  {
    id: 'client.stream.connection-lost:with-content',
    changes: unended((content, why) => why === 'lost' && content.length > 5),
  },
  {
    id: 'client.stream.connection-lost:without-content',
    changes: unended((content, why) => why === 'lost' && content === ''),
  },
];
