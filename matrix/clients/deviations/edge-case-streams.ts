import type { BadClient, ClientChanges, JsonObject } from '../client-behaviour.ts';
import { referenceClient as right } from '../reference-client.ts';
import { referenceOperations } from '../reference-operations.ts';

type Delta = { readonly role?: string; readonly content?: string | null; readonly reasoning?: string };
const deltaOf = ({ choices }: JsonObject) => (choices as { delta?: Delta }[] | undefined)?.[0]?.delta ?? {};
/** Misses some errors of streams. */
const missing = (misses: (error: JsonObject, chunk: JsonObject) => boolean): ClientChanges => ({
  errorIn(chunk, soFar) {
    const error = right.errorIn(chunk, soFar);
    return error !== undefined && misses(error, chunk) ? undefined : error;
  },
});
const listed = /^(provider_|upstream_|request_|internal_|moderation_|rate_|context_|retention_)/;
const recoded = (change: (error: JsonObject) => unknown): ClientChanges => ({
  errorIn(chunk, soFar) {
    const error = right.errorIn(chunk, soFar);
    return error === undefined ? undefined : { ...error, code: change(error) };
  },
});

/** Clients that read streams wrongly in one edge case only. */
export const edgeCaseStreamDeviations: readonly BadClient[] = [
  {
    id: 'client.stream.content:role-begins-anew',
    changes: {
      operations: {
        ...referenceOperations,
        chat_stream: async (tools, given) => {
          let kept = '';
          const behaviour = {
            ...tools.behaviour,
            textIn(chunk: JsonObject, soFar: string) {
              if (deltaOf(chunk).role !== undefined) kept = '';
              const text = right.textIn(chunk, soFar);
              kept += text;
              return text;
            },
          };
          const send = tools.send.bind(tools);
          const sendJson = tools.sendJson.bind(tools);
          const result = await referenceOperations.chat_stream({ ...tools, send, sendJson, behaviour }, given);
          return { ...result, content: kept };
        },
      },
    },
  },
  {
    id: 'client.answer.unknown-fields:reasoning-as-content',
    changes: { textIn: (chunk, soFar) => `${deltaOf(chunk).reasoning ?? ''}${right.textIn(chunk, soFar)}` },
  },
  {
    id: 'client.stream.error-noticed:rate-limit',
    changes: missing(({ kind }) => kind === 'rate_limit'),
    entails: ['client.stream.error-code'],
  },
  { id: 'client.stream.error-noticed:listed-codes-alone', changes: missing(({ code }) => !listed.test(String(code))) },
  { id: 'client.stream.error-noticed:message-needed', changes: missing(({ message }) => message === '') },
  { id: 'client.stream.error-noticed:with-details', changes: missing((error) => error.attempts !== undefined) },
  {
    id: 'client.stream.error-noticed:early-alone',
    changes: { errorIn: (chunk, soFar) => (soFar.length > 300 ? undefined : right.errorIn(chunk, soFar)) },
  },
  {
    id: 'client.error.unlisted-code:streams',
    changes: recoded(({ code }) => (listed.test(String(code)) ? code : 'stream_error')),
  },
  {
    id: 'client.stream.error-code:rate-limit',
    changes: recoded(({ code }) => (code === 'rate_limited' ? 'rate_limit_error' : code)),
  },
  {
    id: 'client.stream.refused:server-errors',
    changes: {
      operations: {
        ...referenceOperations,
        chat_stream: async (tools, given) => {
          try {
            return await referenceOperations.chat_stream(tools, given);
          } catch (error) {
            const { failure } = error as { failure?: { status?: number } };
            if ((failure?.status ?? 0) >= 500) throw new Error('the stream could not be started');
            throw error;
          }
        },
      },
    },
  },
];
