import type { DriverOperation } from '@gateproof/spec';
import {
  type BadClient,
  type ClientBehaviour,
  type ClientChanges,
  ClientError,
  type ClientTools,
  type Given,
  type JsonObject,
} from '../client-behaviour.ts';
import { referenceClient as right } from '../reference-client.ts';
import { wired } from './patches.ts';

/** What one client has done so far; a client differs from others by its base address and its key. */
interface Past {
  calls: number;
  running: number;
  hasRetried: boolean;
}
function pastOf({ memory }: ClientTools, { base_url, api_key }: Given): Past {
  const name = `past of ${base_url} ${api_key}`;
  const past = (memory.get(name) as Past | undefined) ?? { calls: 0, running: 0, hasRetried: false };
  memory.set(name, past);
  return past;
}

type Work = () => Promise<JsonObject> | JsonObject;
type Wrong = (work: (given: Given) => Promise<JsonObject> | JsonObject, given: Given, past: Past) => ReturnType<Work>;

/** Notes what a client does, and does one operation wrong. */
function noting(wrongOp: DriverOperation, wrong: Wrong): ClientChanges {
  const wrapped = Object.entries(right.operations).map(([op, operation]) => [
    op,
    async (tools: ClientTools, given: Given) => {
      const past = pastOf(tools, given);
      past.calls += 1;
      past.running += 1;
      try {
        return await (op === wrongOp
          ? wrong((asked) => operation(tools, asked), given, past)
          : operation(tools, given));
      } finally {
        past.running -= 1;
      }
    },
  ]);
  return {
    operations: Object.fromEntries(wrapped) as unknown as ClientBehaviour['operations'],
    retries(failure, call, tools) {
      const isRetried = right.retries(failure, call, tools);
      pastOf(tools, call.given).hasRetried ||= isRetried;
      return isRetried;
    },
  };
}

const entails = ['client.any-call.'];
/** The API key of whichever call began last. */
const ofLatestCall: Parameters<typeof wired>[0] = ({ headers }, { given, attempt }, { memory }) => {
  const name = `latest key ${given.base_url}`;
  if (attempt === 1) memory.set(name, headers.authorization);
  return { headers: { ...headers, authorization: String(memory.get(name)) } };
};

/** Clients that do wrong in one circumstance alone. */
export const anyCallDeviations: readonly BadClient[] = [
  {
    id: 'client.any-call.sent:after a retry',
    changes: {
      ...noting('chat', (work, given) => work(given)),
      ...wired(({ body }, { given }, tools) => {
        if (body === undefined || !pastOf(tools, given).hasRetried) return {};
        return { body: body.replace(/"temperature":[^,}]*/, '"temperature":1') };
      }, 'chat'),
    },
    entails,
  },
  { id: 'client.any-call.sent:the key of the latest call', changes: wired(ofLatestCall), entails },
  {
    id: 'client.any-call.answered:the second call',
    changes: noting('get_model', async (work, given, { calls }) => {
      const result = await work(given);
      return calls === 2 ? { ...result, modality: 'text' } : result;
    }),
    entails,
  },
  {
    id: 'client.any-call.answered:beside another',
    changes: noting('chat_stream', async (work, given, past) => {
      const { tool_calls: _, ...result } = await work(given);
      return past.running > 1 ? result : { ...result, ...(_ === undefined ? {} : { tool_calls: _ }) };
    }),
    entails,
  },
  {
    id: 'client.any-call.refused:beside another',
    changes: noting('list_models', async (work, given, past) => {
      try {
        return await work(given);
      } catch (error) {
        if (past.running < 2 || !(error instanceof ClientError)) throw error;
        throw new ClientError({ ...error.failure, sent: { ...error.failure.sent, code: 'client_busy' } });
      }
    }),
    entails,
  },
  {
    id: 'client.any-call.sent:from the third call on',
    changes: noting('create_transcription', (work, given, { calls }) =>
      work(calls > 2 ? { ...given, params: { ...given.params, svc: undefined } } : given),
    ),
    entails,
  },
  {
    id: 'client.any-call.answered:after a dozen calls',
    changes: noting('get_job', async (work, given, { calls }) => {
      const result = await work(given);
      return calls > 12 && result.state === 'succeeded' ? { ...result, state: 'processing' } : result;
    }),
    entails,
  },
  {
    id: 'client.any-call.answered:a served submission sent again',
    changes: {
      operations: {
        ...right.operations,
        async create_image(tools, given) {
          const job = await right.operations.create_image(tools, given);
          return job.state === 'succeeded' ? right.operations.create_image(tools, given) : job;
        },
      },
    },
    entails,
  },
  {
    id: 'client.any-call.refused:no wait for a model of a second call',
    changes: {
      ...noting('get_model', (work, given) => work(given)),
      waitMs: (failure, call, tools) =>
        call.op === 'get_model' && pastOf(tools, call.given).calls > 1 ? 1 : right.waitMs(failure, call, tools),
    },
    entails,
  },
  {
    id: 'client.any-call.refused:from the third call on',
    changes: noting('cancel_job', async (work, given, { calls }) => {
      try {
        return await work(given);
      } catch (error) {
        if (calls < 3 || !(error instanceof ClientError)) throw error;
        return { id: given.params?.job_id, state: 'canceled' };
      }
    }),
    entails,
  },
  {
    id: 'client.any-call.opened:after a retry',
    changes: noting('open_output', (work, given, { hasRetried }) =>
      work(hasRetried ? { ...given, params: { ...given.params, place: 0 } } : given),
    ),
    entails,
  },
  {
    id: 'client.any-call.verified:beside another',
    changes: noting('verify_webhook', async (work, given, past) => {
      await Promise.resolve();
      return past.running > 1 ? { valid: true } : work(given);
    }),
    entails,
  },
];
