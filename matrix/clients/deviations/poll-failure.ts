import {
  type BadClient,
  type ClientChanges,
  ClientError,
  type ClientTools,
  type Given,
  type JsonObject,
} from '../client-behaviour.ts';
import { referenceClient as right } from '../reference-client.ts';
import { failed, referenceOperations } from '../reference-operations.ts';

type Operation = (tools: ClientTools, given: Given) => Promise<JsonObject>;
const doing = (op: 'wait_job' | 'cancel_job' | 'open_output', run: Operation): ClientChanges => ({
  operations: { ...referenceOperations, [op]: run },
});
const wait = referenceOperations.wait_job as Operation;
const submit = (tools: ClientTools, given: Given) =>
  referenceOperations.create_image(tools, { ...given, params: { model: 'acme/painter', inputs: { prompt: 'again' } } });
/** Waits, and makes something of what ends it. */
const waiting = (
  ending: (error: unknown, tools: ClientTools, given: Given) => Promise<JsonObject> | JsonObject,
): ClientChanges =>
  doing('wait_job', (tools, given) => wait(tools, given).catch((error: unknown) => ending(error, tools, given)));
const codeOf = (error: unknown) => (error instanceof ClientError ? error.failure.sent.code : undefined);
const statusOf = (error: unknown) => (error instanceof ClientError ? error.failure.status : undefined);
/** Clients that make too much or too little of a poll that fails, or submit while they wait. */
export const pollFailureDeviations: readonly BadClient[] = [
  {
    id: 'client.job.skipped-states:as-error',
    changes: doing('wait_job', async (tools, given) => {
      const memory: string[] = [];
      const isFinal = (job: JsonObject) => {
        memory.push(String(job.state));
        return right.isFinal(job, 0, tools);
      };
      const job = await wait({ ...same(tools), behaviour: { ...tools.behaviour, isFinal } }, given);
      if (memory.includes('queued') && !memory.includes('processing')) throw failed('a job can not skip a state');
      return job;
    }),
  },
  {
    id: 'client.job.poll-retries',
    changes: {
      retries: (failure, call, tools) => call.op !== 'wait_job' && right.retries(failure, call, tools),
      ...waiting((error, _tools, given) => {
        if (statusOf(error) === undefined || codeOf(error) === 'job_not_found') throw error;
        return { id: given.params?.job_id, state: 'failed' };
      }),
    },
  },
  {
    id: 'client.job.poll-retries:succeeded',
    changes: {
      retries: (failure, call, tools) => call.op !== 'wait_job' && right.retries(failure, call, tools),
      ...waiting((error, _tools, given) => {
        if (statusOf(error) !== 429) throw error;
        return { id: given.params?.job_id, state: 'succeeded' };
      }),
    },
  },
  {
    id: 'client.job.poll-retries:own-code',
    changes: {
      retries: (failure, call, tools) => call.op !== 'wait_job' && right.retries(failure, call, tools),
      ...waiting((error) => {
        if (statusOf(error) === undefined || codeOf(error) === 'job_not_found') throw error;
        throw new ClientError({
          sent: { code: 'job_failed', message: 'failed' },
          status: undefined,
          headers: undefined,
          isLost: false,
        });
      }),
    },
  },
  {
    id: 'client.job.not-found',
    changes: waiting((error, _tools, given) => {
      if (codeOf(error) !== 'job_not_found') throw error;
      return { id: given.params?.job_id, state: 'canceled' };
    }),
    entails: ['client.job.'],
  },
  {
    id: 'client.job.not-found:goes-on',
    changes: {
      retries: (failure, call, tools) =>
        right.retries(failure, call, tools) || (call.op === 'wait_job' && failure.status === 404 && call.attempt < 9),
    },
  },
  {
    id: 'client.job.not-found:no-code',
    changes: waiting((error) => {
      if (codeOf(error) !== 'job_not_found') throw error;
      throw failed('gone');
    }),
  },
  {
    id: 'client.job.not-resubmitted',
    changes: doing('wait_job', async (tools, given) => {
      await submit(tools, given);
      return wait(tools, given);
    }),
    entails: ['client.job.'],
  },
  {
    id: 'client.job.not-resubmitted:failed',
    changes: waiting(async (error, tools, given) => {
      if (statusOf(error) === undefined) await submit(tools, given);
      throw error;
    }),
  },
  {
    id: 'client.job.not-resubmitted:not-found',
    changes: waiting(async (error, tools, given) => {
      if (codeOf(error) === 'job_not_found') await submit(tools, given);
      throw error;
    }),
  },
  {
    id: 'client.job.not-resubmitted:canceled',
    changes: doing('wait_job', async (tools, given) => {
      const job = await wait(tools, given);
      if (job.state === 'canceled') await submit(tools, given);
      return job;
    }),
  },
];

/** The tools of a client, to be changed for one call. */
function same(tools: ClientTools): ClientTools {
  return {
    behaviour: tools.behaviour,
    memory: tools.memory,
    send: (...given) => tools.send(...given),
    sendJson: (...given) => tools.sendJson(...given),
    pause: tools.pause,
    nowMs: tools.nowMs,
  };
}
