import type { BadClient, ClientChanges, ClientTools, JsonObject } from '../client-behaviour.ts';
import { readEvents } from '../read-events.ts';
import { referenceClient as right } from '../reference-client.ts';
import { referenceOperations } from '../reference-operations.ts';

/** Streams as a client does whose reading of one has a memory of the ones before. */
export const withMemory = (reading: (memory: ClientTools['memory']) => ClientChanges): ClientChanges => ({
  operations: {
    ...referenceOperations,
    chat_stream: (tools, given) => {
      const behaviour = { ...tools.behaviour, ...reading(tools.memory) };
      const { memory, send, sendJson, pause, nowMs } = tools;
      const bound = { memory, pause, nowMs, send: send.bind(tools), sendJson: sendJson.bind(tools) };
      return referenceOperations.chat_stream({ ...bound, behaviour }, given);
    },
  },
});

/** The bytes of a stream behind those of an earlier one that made no whole event. */
async function* behindRest(
  pieces: AsyncIterable<Uint8Array>,
  memory: Map<string, unknown>,
): AsyncGenerator<Uint8Array> {
  let rest = String(memory.get('rest') ?? '');
  if (rest !== '') yield Buffer.from(rest, 'latin1');
  for await (const piece of pieces) {
    rest += Buffer.from(piece).toString('latin1');
    rest = rest.slice(rest.lastIndexOf('\n\n') + 1).replace(/^\n/, '');
    memory.set('rest', rest);
    yield piece;
  }
}

/** Clients that do not begin anew with a stream. */
export const earlierStreamDeviations: readonly BadClient[] = [
  {
    id: 'client.stream.earlier-stream',
    changes: withMemory((memory) => ({ events: (pieces) => readEvents(behindRest(pieces, memory)) })),
    entails: ['client.stream.'],
  },
  {
    id: 'client.stream.earlier-stream:text-kept',
    changes: withMemory((memory) => ({
      textIn(chunk: JsonObject, soFar: string) {
        const kept = soFar === '' ? String(memory.get('text') ?? '') : '';
        const text = right.textIn(chunk, soFar);
        memory.set('text', `${kept}${soFar}${text}`);
        return `${kept}${text}`;
      },
      isEnd(data: string) {
        if (right.isEnd(data)) memory.delete('text');
        return right.isEnd(data);
      },
    })),
    entails: ['client.stream.'],
  },
  {
    id: 'client.stream.earlier-stream:still-failed',
    changes: withMemory((memory) => ({
      errorIn(chunk: JsonObject, soFar: string) {
        const error = right.errorIn(chunk, soFar);
        const earlier = memory.get('error') as JsonObject | undefined;
        memory.delete('error');
        if (error !== undefined && earlier === undefined) memory.set('error', error);
        return error ?? earlier;
      },
    })),
    entails: ['client.stream.', 'client.error.'],
  },
];
