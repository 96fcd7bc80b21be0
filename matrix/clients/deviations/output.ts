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
import { retold } from './patches.ts';

type Operation = (tools: ClientTools, given: Given) => Promise<JsonObject>;
const doing = (op: 'wait_job' | 'cancel_job' | 'open_output', run: Operation): ClientChanges => ({
  operations: { ...referenceOperations, [op]: run },
});
const cancel = referenceOperations.cancel_job as Operation;
const open = referenceOperations.open_output as Operation;
const submit = (tools: ClientTools, given: Given) =>
  referenceOperations.create_image(tools, { ...given, params: { model: 'acme/painter', inputs: { prompt: 'again' } } });
const codeOf = (error: unknown) => (error instanceof ClientError ? error.failure.sent.code : undefined);
/** Clients that cancel jobs or open their outputs wrongly. */
export const outputDeviations: readonly BadClient[] = [
  {
    id: 'client.job.cancel-pending',
    entails: ['client.job.read-anew'],
    changes: doing('cancel_job', async (tools, given) => {
      const job = await cancel(tools, given);
      if (job.state !== 'canceled') throw failed('the job was not canceled');
      return job;
    }),
  },
  {
    id: 'client.job.cancel-pending:processing',
    entails: ['client.job.read-anew'],
    changes: doing('cancel_job', async (tools, given) => {
      const job = await cancel(tools, given);
      if (job.state === 'processing') throw failed('too late');
      return job;
    }),
  },
  {
    id: 'client.job.cancel-pending:made-up',
    entails: ['client.job.read-anew'],
    changes: retold('cancel_job', (job) => ({ ...job, state: 'canceled' })),
  },
  {
    id: 'client.job.cancel-refused',
    changes: doing('cancel_job', (tools, given) =>
      cancel(tools, given).catch(() => ({ id: 'job_1', state: 'canceled' })),
    ),
  },
  {
    id: 'client.job.cancel-refused:conflict',
    changes: doing('cancel_job', (tools, given) =>
      cancel(tools, given).catch((error: unknown) => {
        if (codeOf(error) === 'idempotency_conflict') return { id: 'job_1', state: 'canceled' };
        throw error;
      }),
    ),
  },
  {
    id: 'client.job.fresh-link',
    entails: ['client.job.output-place'],
    changes: doing('open_output', async (tools, given) => {
      const job = await tools.sendJson('open_output', given);
      const [item] = job.output as readonly JsonObject[];
      const response = await fetch(String(item?.url));
      if (!response.ok) throw failed('the link does not open');
      return { bytes: (await response.arrayBuffer()).byteLength };
    }),
  },
  {
    id: 'client.job.fresh-link:resubmitted',
    changes: doing('open_output', async (tools, given) => {
      await submit(tools, given);
      return open(tools, given);
    }),
  },
  {
    id: 'client.job.fresh-link:first-item',
    entails: ['client.job.output-place'],
    changes: doing('open_output', (tools, given) => open(tools, { ...given, params: { ...given.params, place: 0 } })),
  },
  {
    id: 'client.job.fresh-link:error-page',
    entails: ['client.job.whole-output', 'client.job.output-place'],
    changes: doing('open_output', async (tools, given) => {
      const job = await tools.sendJson('open_output', given);
      const [item] = job.output as readonly JsonObject[];
      return { bytes: (await (await fetch(String(item?.url))).arrayBuffer()).byteLength };
    }),
  },
  {
    id: 'client.job.fresh-link:announced-size',
    changes: doing('open_output', async (tools, given) => {
      const job = await tools.sendJson('open_output', given);
      return { bytes: (job.output as readonly JsonObject[])[0]?.bytes };
    }),
    entails: ['client.job.opened-again'],
  },
  {
    id: 'client.job.link-without-key',
    entails: ['client.job.output-place'],
    changes: doing('open_output', async (tools, given) => {
      const [item] = (await tools.sendJson('open_output', given)).output as readonly JsonObject[];
      const response = await fetch(String(item?.url), { headers: { authorization: `Bearer ${given.api_key}` } });
      if (!response.ok) return open(tools, given);
      return { bytes: (await response.arrayBuffer()).byteLength };
    }),
  },
  {
    id: 'client.job.link-as-given',
    changes: { download: (url, tools) => right.download(url.replace(/\?.*/, ''), tools) },
  },
  {
    id: 'client.job.link-as-given:decoded',
    changes: { download: (url, tools) => right.download(decodeURIComponent(url), tools) },
  },
  {
    id: 'client.job.link-as-given:encoded-again',
    changes: { download: (url, tools) => right.download(url.replaceAll('%', '%25'), tools) },
  },
  {
    id: 'client.job.link-as-given:plus-as-space',
    changes: { download: (url, tools) => right.download(url.replaceAll('+', '%20'), tools) },
  },
  {
    id: 'client.job.link-as-given:first-part',
    changes: { download: (url, tools) => right.download(url.replace(/&.*/, ''), tools) },
  },
  {
    id: 'client.job.purged-output',
    changes: {
      job: (job, given) => {
        for (const item of (job.output ?? []) as readonly JsonObject[]) new URL(String(item.url));
        return right.job(job, given);
      },
    },
  },
  {
    id: 'client.job.purged-output:first',
    changes: {
      job: (job, given) => {
        const [item] = (job.output ?? [{ url: 'https://x.example' }]) as readonly JsonObject[];
        new URL(String(item?.url));
        return right.job(job, given);
      },
    },
  },
  {
    id: 'client.job.purged-output:as-failed',
    changes: {
      job: (job, given) => {
        const isGone = ((job.output ?? []) as readonly JsonObject[]).some(({ purged_at }) => purged_at !== undefined);
        return right.job(isGone ? { ...job, state: 'expired' } : job, given);
      },
    },
  },
];
