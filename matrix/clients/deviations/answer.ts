import type { BadClient, JsonObject } from '../client-behaviour.ts';
import { referenceClient as right } from '../reference-client.ts';
import { failed, referenceOperations } from '../reference-operations.ts';
import { retold } from './patches.ts';

const reported = (change: (content: string) => unknown): BadClient['changes'] =>
  retold('chat', (result) => ({ ...result, content: change(String(result.content)) }));
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};
/** Clients that lose or alter what the service answered. */
export const answerDeviations: readonly BadClient[] = [
  { id: 'client.answer.content', changes: reported((text) => text.trim()) },
  { id: 'client.answer.content:parsed', changes: reported(parsed) },
  { id: 'client.answer.content:no-thoughts', changes: reported((text) => text.replace(/<think>.*?<\/think>/s, '')) },
  { id: 'client.answer.content:entities', changes: reported((text) => text.replaceAll('&amp;', '&')) },
  { id: 'client.answer.content:normalised', changes: reported((text) => text.normalize('NFC')) },
  { id: 'client.answer.content:cut', changes: reported((text) => text.slice(0, 65_536)) },
  { id: 'client.answer.content:newlines', changes: reported((text) => text.replaceAll('\r\n', '\n')) },
  {
    id: 'client.answer.content:apologies-are-errors',
    changes: reported((text) => {
      if (text.startsWith('Error')) throw failed(text);
      return text;
    }),
  },
  {
    id: 'client.answer.job-accepted',
    changes: {
      operations: {
        ...referenceOperations,
        create_image: async (tools, given) => {
          const { response } = await tools.send(
            'create_image',
            given,
            right.submissionBody(given.params ?? {}, 'create_image'),
          );
          if (response.status !== 200) throw failed(`unexpected status ${response.status}`);
          return right.job((await response.json()) as JsonObject, given);
        },
      },
    },
    entails: ['client.answer.'],
  },
  {
    id: 'client.answer.job-accepted:waits',
    changes: {
      operations: {
        ...referenceOperations,
        create_transcription: async (tools, given) => {
          const { id } = await referenceOperations.create_transcription(tools, given);
          return referenceOperations.wait_job(tools, { ...given, params: { job_id: id } });
        },
      },
    },
    entails: ['client.answer.job-already-final'],
  },
  {
    id: 'client.answer.job-accepted:generation-id',
    entails: ['client.answer.of-this-key'],
    changes: { job: ({ generation_id, ...job }, given) => right.job({ ...job, id: generation_id }, given) },
  },
  {
    id: 'client.answer.job-accepted:pending',
    changes: retold('create_image', (job) => ({ ...job, state: job.state === 'processing' ? 'queued' : job.state })),
  },
  {
    id: 'client.answer.job-already-final',
    changes: retold('create_image', (job) => ({ ...job, state: 'queued' })),
    entails: ['client.answer.job-accepted'],
  },
  {
    id: 'client.answer.job-already-final:failed',
    changes: retold('create_transcription', (job) =>
      job.state === 'failed' ? { id: job.id, state: 'processing' } : job,
    ),
  },
  {
    id: 'client.answer.job-already-final:must-be-queued',
    changes: retold('create_image', (job) => {
      if (!/queued|processing/.test(String(job.state))) throw failed('a new job must be queued');
      return job;
    }),
  },
  {
    id: 'client.answer.job-already-final:polls',
    changes: {
      operations: {
        ...referenceOperations,
        create_image: async (tools, given) => {
          const job = await referenceOperations.create_image(tools, given);
          if (job.state !== 'canceled') return job;
          for (let reads = 0; reads < 4; reads += 1)
            await tools.sendJson('get_job', { ...given, params: { job_id: job.id } });
          return job;
        },
      },
    },
  },
  {
    id: 'client.answer.answering-model',
    changes: {
      completion: (completion, given) => ({ ...right.completion(completion, given), model: given.params?.model }),
    },
  },
  {
    id: 'client.answer.answering-model:first-of-list',
    changes: {
      completion: (completion, given) => ({
        ...right.completion(completion, given),
        model: (given.params?.models as string[] | undefined)?.[0] ?? completion.model,
      }),
    },
  },
];
