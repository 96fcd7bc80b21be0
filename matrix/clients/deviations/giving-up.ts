import type { BadClient, Call, ClientChanges, ClientTools, Failure } from '../client-behaviour.ts';
import { referenceClient as right } from '../reference-client.ts';
import { referenceOperations } from '../reference-operations.ts';
import { kindOf } from './failure-patches.ts';

type Due = (failure: Failure, call: Call, tools: ClientTools) => boolean;
/** Retries less. */
const never = (when: Due): ClientChanges => ({
  retries: (failure, call, tools) => !when(failure, call, tools) && right.retries(failure, call, tools),
});
const code = ({ sent }: Failure) => String(sent.code);
const hasHeader = ({ headers }: Failure) => headers?.has('retry-after') === true;
const op = 'chat_stream';
/** Clients that give up where the guidance asks for another try, or lose what it brought. */
export const givingUpDeviations: readonly BadClient[] = [
  { id: 'client.retry.rate-limit', changes: never((failure) => kindOf(failure) === 'rate_limit') },
  {
    id: 'client.retry.rate-limit:without-header',
    changes: never((failure) => kindOf(failure) === 'rate_limit' && !hasHeader(failure)),
  },
  { id: 'client.retry.unavailable', changes: never((failure) => kindOf(failure) === 'unavailable') },
  { id: 'client.retry.unavailable:503', changes: never(({ status }) => status === 503) },
  { id: 'client.retry.unavailable:empty', changes: never((failure) => code(failure) === 'provider_empty_response') },
  {
    id: 'client.retry.unavailable:payment',
    changes: never((failure) => code(failure) === 'provider_payment_required'),
  },
  {
    id: 'client.retry.unavailable:streams',
    changes: never((failure, call) => kindOf(failure) === 'unavailable' && call.op === op),
  },
  { id: 'client.retry.timeout', changes: never((failure) => kindOf(failure) === 'timeout') },
  { id: 'client.retry.timeout:request', changes: never((failure) => code(failure) === 'request_timeout') },
  { id: 'client.retry.unknown', changes: never((failure) => kindOf(failure) === 'unknown') },
  {
    id: 'client.retry.unknown:streams',
    changes: never((failure, call) => kindOf(failure) === 'unknown' && call.op === op),
  },
  {
    id: 'client.retry.success-reported',
    changes: {
      operations: {
        ...referenceOperations,
        chat: async (tools, given) => {
          let sent = 0;
          const { behaviour } = tools;
          const body = behaviour.chatBody(given.params ?? {}, false, tools);
          const { response, call } = await tools.send('chat', given, body);
          sent = call.attempt;
          const result = behaviour.completion((await response.json()) as Record<string, unknown>, given);
          return sent > 1 ? { ...result, content: '' } : result;
        },
      },
    },
  },
  {
    id: 'client.retry.success-reported:as-failure',
    changes: {
      operations: {
        ...referenceOperations,
        chat_stream: async (tools, given) => {
          const { call } = await tools.send(
            'chat_stream',
            given,
            tools.behaviour.chatBody(given.params ?? {}, true, tools),
          );
          if (call.attempt > 1) throw new Error('the first attempt failed');
          return referenceOperations.chat_stream(tools, given);
        },
      },
    },
    entails: ['client.retry.'],
  },
  {
    id: 'client.retry.success-reported:reads',
    changes: {
      operations: {
        ...referenceOperations,
        get_job: async (tools, given) => {
          const { call, response } = await tools.send('get_job', given);
          const job = (await response.json()) as Record<string, unknown>;
          return { id: job.id, state: call.attempt > 1 ? 'processing' : job.state };
        },
      },
    },
  },
];
