import { type BadClient, ClientError, type JsonObject } from '../client-behaviour.ts';
import { readEvents } from '../read-events.ts';
import { referenceClient as right } from '../reference-client.ts';
import { referenceOperations } from '../reference-operations.ts';

const choiceOf = (chunk: JsonObject) => (chunk.choices as JsonObject[] | undefined)?.[0];

const blind = (when: (chunk: JsonObject, soFar: string) => boolean): BadClient['changes'] => ({
  errorIn: (chunk, soFar) => (when(chunk, soFar) ? undefined : right.errorIn(chunk, soFar)),
});
const kindOf = (chunk: JsonObject) => (chunk.error as JsonObject | undefined)?.kind;
const recoded = (change: (error: JsonObject) => JsonObject): BadClient['changes'] => ({
  errorIn: (chunk, soFar) => {
    const error = right.errorIn(chunk, soFar);
    return error === undefined ? undefined : change(error);
  },
});
const stream = referenceOperations.chat_stream;
const again = (isDue: (error: unknown) => boolean): BadClient['changes'] => ({
  operations: {
    ...referenceOperations,
    chat_stream: async (tools, given) => {
      try {
        return await stream(tools, given);
      } catch (error) {
        if (isDue(error)) return stream(tools, given);
        throw error;
      }
    },
  },
});
const inStream = (error: unknown) => error instanceof ClientError && error.failure.status === 200;
/** Clients that miss or hide the failures of streams. */
export const streamErrorDeviations: readonly BadClient[] = [
  { id: 'client.stream.error-noticed', changes: { errorIn: () => undefined }, with: ['client.error.'] },
  {
    id: 'client.stream.error-noticed:after-finish',
    changes: {
      events: async function* (pieces) {
        for await (const data of readEvents(pieces)) {
          if (data.includes('"finish_reason":"stop"')) {
            yield '[DONE]';
            return;
          }
          yield data;
        }
      },
    },
    entails: ['client.stream.'],
  },
  {
    id: 'client.stream.error-noticed:terminal',
    changes: blind((chunk) => kindOf(chunk) === 'terminal'),
    entails: ['client.stream.error-'],
  },
  {
    id: 'client.stream.error-noticed:unknown',
    changes: blind((chunk) => kindOf(chunk) === 'unknown'),
    entails: ['client.stream.error-code'],
  },
  {
    id: 'client.stream.error-noticed:timeout',
    changes: blind((chunk) => kindOf(chunk) === 'timeout'),
    entails: ['client.stream.error-code'],
  },
  {
    id: 'client.stream.error-noticed:only-first',
    changes: blind((_chunk, soFar) => soFar !== ''),
  },
  {
    id: 'client.stream.error-noticed:done-in-buffer',
    changes: {
      events: async function* (pieces) {
        for await (const piece of pieces) {
          const all: string[] = [];
          for await (const data of readEvents(
            (async function* () {
              yield piece;
            })(),
          ))
            all.push(data);
          const hasEnd = all.includes('[DONE]');
          yield* hasEnd ? all.filter((data) => !data.includes('"error":{')) : all;
        }
      },
    },
    entails: ['client.stream.'],
  },
  {
    id: 'client.stream.error-beside-content',
    changes: blind(({ choices }) => choices !== undefined),
    entails: ['client.stream.error-first'],
  },
  { id: 'client.stream.error-beside-content:with-text', changes: blind((chunk) => right.textIn(chunk, '') !== '') },
  {
    id: 'client.stream.error-beside-content:finish-error',
    changes: blind((chunk) => choiceOf(chunk)?.finish_reason === 'error'),
  },
  {
    id: 'client.stream.error-beside-content:empty-choices',
    changes: blind(({ choices }) => Array.isArray(choices) && choices.length === 0),
  },
  { id: 'client.stream.error-beside-content:usage', changes: blind(({ usage }) => usage !== undefined) },
  {
    id: 'client.stream.error-first',
    changes: blind((_chunk, soFar) => soFar === ''),
    entails: ['client.stream.error-noticed'],
  },
  {
    id: 'client.stream.error-first:counted',
    changes: {
      operations: {
        ...referenceOperations,
        chat_stream: async (tools, given) => {
          let chunks = 0;
          const errorIn = (chunk: JsonObject, soFar: string) => {
            chunks += 1;
            return chunks === 1 ? undefined : right.errorIn(chunk, soFar);
          };
          return stream(
            {
              behaviour: { ...tools.behaviour, errorIn },
              memory: tools.memory,
              send: (...given) => tools.send(...given),
              sendJson: (...given) => tools.sendJson(...given),
              pause: tools.pause,
              nowMs: tools.nowMs,
            },
            given,
          );
        },
      },
    },
  },
  { id: 'client.stream.error-code', changes: recoded((error) => ({ ...error, code: 'stream_error' })) },
  { id: 'client.stream.error-code:kind', changes: recoded((error) => ({ ...error, code: error.kind })) },
  { id: 'client.stream.error-code:none', changes: recoded(({ message }) => ({ message })) },
  {
    id: 'client.stream.error-code:by-kind',
    changes: recoded((error) => ({
      ...error,
      code: error.kind === 'unavailable' ? 'provider_unavailable' : error.code,
    })),
  },
  { id: 'client.stream.error-not-retried-silently', changes: again(inStream) },
  {
    id: 'client.stream.error-not-retried-silently:unknown',
    changes: again((error) => inStream(error) && (error as ClientError).failure.sent.kind === 'unknown'),
  },
  {
    id: 'client.stream.error-not-retried-silently:lost',
    changes: again((error) => error instanceof ClientError && error.failure.sent.message === 'the connection was lost'),
  },
  {
    id: 'client.stream.error-not-retried-silently:no-end',
    changes: again(
      (error) => error instanceof ClientError && error.failure.sent.message === 'the stream ended without [DONE]',
    ),
  },
  {
    id: 'client.stream.refused',
    changes: {
      operations: {
        ...referenceOperations,
        chat_stream: async (tools, given) => {
          try {
            return await stream(tools, given);
          } catch (error) {
            if (inStream(error)) throw error;
            return { content: '', complete: true };
          }
        },
      },
    },
    entails: ['client.stream.'],
  },
  {
    id: 'client.stream.refused:no-code',
    changes: {
      operations: {
        ...referenceOperations,
        chat_stream: async (tools, given) => {
          try {
            return await stream(tools, given);
          } catch (error) {
            if (!(error instanceof ClientError) || error.failure.status === 200) throw error;
            throw new ClientError({ ...error.failure, sent: { message: `status ${error.failure.status}` } });
          }
        },
      },
    },
  },
];
