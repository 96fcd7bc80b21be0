import type { BadClient, ClientChanges, ClientTools, Given, JsonObject } from '../client-behaviour.ts';
import { referenceClient as right } from '../reference-client.ts';
import { failed, referenceOperations } from '../reference-operations.ts';
import { retold } from './patches.ts';

const final = (isFinal: (job: JsonObject, reads: number) => boolean): ClientChanges => ({ isFinal });
const states = (...list: readonly string[]) => final(({ state }) => list.includes(String(state)));
type Operation = (tools: ClientTools, given: Given) => Promise<JsonObject>;
const doing = (op: 'wait_job' | 'cancel_job' | 'open_output', run: Operation): ClientChanges => ({
  operations: { ...referenceOperations, [op]: run },
});
const wait = referenceOperations.wait_job as Operation;
/** Waits, and makes something of what ends it. */
const waiting = (
  ending: (error: unknown, tools: ClientTools, given: Given) => Promise<JsonObject> | JsonObject,
): ClientChanges =>
  doing('wait_job', (tools, given) => wait(tools, given).catch((error: unknown) => ending(error, tools, given)));
const thenReads = (count: number, gapMs: number): ClientChanges =>
  doing('wait_job', async (tools, given) => {
    const readOn = async () => {
      for (let read = 0; read < count; read += 1) {
        await tools.pause(gapMs);
        await tools.sendJson('get_job', given);
      }
    };
    try {
      return await wait(tools, given);
    } finally {
      void readOn().catch(() => undefined);
    }
  });

/** Clients that follow jobs wrongly. */
export const jobDeviations: readonly BadClient[] = [
  {
    id: 'client.job.polls-until-final',
    changes: states('processing', 'succeeded', 'failed', 'canceled'),
    entails: ['client.job.'],
  },
  { id: 'client.job.polls-until-final:once', changes: final(() => true), entails: ['client.job.'] },
  {
    id: 'client.job.polls-until-final:three-reads',
    changes: final((job, reads) => /succ|fail|cance/.test(String(job.state)) || reads >= 3),
    entails: ['client.job.'],
  },
  {
    id: 'client.job.polls-until-final:twenty-reads',
    changes: final((job, reads) => /succ|fail|cance/.test(String(job.state)) || reads >= 20),
  },
  {
    id: 'client.job.polls-until-final:percent',
    changes: final((job) => /succ|fail|cance/.test(String(job.state)) || (job.progress as JsonObject).percent === 100),
  },
  {
    id: 'client.job.polls-until-final:phase',
    changes: final(
      (job) => (job.progress as JsonObject).phase !== 'queued' && (job.progress as JsonObject).phase !== 'processing',
    ),
  },
  {
    id: 'client.job.polls-until-final:completed-at',
    changes: final((job) => /succ|fail|cance/.test(String(job.state)) || job.completed_at !== undefined),
  },
  {
    id: 'client.job.polls-until-final:output',
    changes: final((job) => /succ|fail|cance/.test(String(job.state)) || job.output !== undefined),
  },
  {
    id: 'client.job.polls-until-final:first-image',
    changes: final(
      (job) => /succ|fail|cance/.test(String(job.state)) || (Array.isArray(job.output) && job.output.length > 0),
    ),
  },
  {
    id: 'client.job.polls-until-final:never-failed',
    changes: states('succeeded', 'canceled'),
    entails: ['client.job.'],
  },
  { id: 'client.job.polls-until-final:success-alone', changes: states('succeeded'), entails: ['client.job.'] },
  { id: 'client.job.polling-ends', changes: thenReads(5, 200), entails: ['client.job.'] },
  {
    id: 'client.job.polling-ends:failed',
    changes: waiting(async (error, tools, given) => {
      for (let read = 0; read < 4; read += 1) await tools.sendJson('get_job', given).catch(() => undefined);
      throw error;
    }),
    entails: ['client.job.'],
  },
  { id: 'client.job.polling-ends:once-more', changes: thenReads(1, 800), entails: ['client.job.'] },
  {
    id: 'client.job.polling-ends:canceled',
    changes: doing('wait_job', async (tools, given) => {
      const job = await wait(tools, given);
      if (job.state === 'canceled') for (let read = 0; read < 4; read += 1) await tools.sendJson('get_job', given);
      return job;
    }),
    entails: [],
  },
  { id: 'client.job.skipped-states', changes: seen('processing'), entails: ['client.job.'] },
  {
    id: 'client.job.skipped-states:at-once',
    changes: final((job, reads) => {
      const isFinal = /succ|fail|cance/.test(String(job.state));
      if (isFinal && reads === 1) throw failed('a job can not be final at its first reading');
      return isFinal;
    }),
    entails: ['client.job.'],
  },
  { id: 'client.job.canceled-is-final', changes: states('succeeded', 'failed'), entails: ['client.job.'] },
  {
    id: 'client.job.canceled-is-final:as-failed',
    changes: retold('wait_job', (job) => ({ ...job, state: job.state === 'canceled' ? 'failed' : job.state })),
    entails: ['client.job.'],
  },
  {
    id: 'client.job.canceled-is-final:cancelled',
    changes: retold('wait_job', (job) => ({ ...job, state: job.state === 'canceled' ? 'cancelled' : job.state })),
    entails: ['client.job.'],
  },
  {
    id: 'client.job.canceled-is-final:thrown',
    changes: doing('wait_job', async (tools, given) => {
      const job = await wait(tools, given);
      if (job.state === 'canceled') throw failed('the job was canceled');
      return job;
    }),
    entails: ['client.job.'],
  },
  { id: 'client.job.poll-pace', changes: { pollMs: () => 0 } },
  { id: 'client.job.poll-pace:first-at-once', changes: { pollMs: (reads) => (reads === 1 ? 0 : 80) } },
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

/** Ends only after it has seen this state. */
function seen(state: string): ClientChanges {
  return doing('wait_job', (tools, given) => {
    let wasSeen = false;
    const isFinal = (job: JsonObject) => {
      wasSeen ||= job.state === state;
      return wasSeen && right.isFinal(job, 0, tools);
    };
    return wait({ ...same(tools), behaviour: { ...tools.behaviour, isFinal } }, given);
  });
}
