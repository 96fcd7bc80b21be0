import type { BadClient, JsonObject } from '../client-behaviour.ts';
import { referenceClient as right } from '../reference-client.ts';
import { failed, referenceOperations } from '../reference-operations.ts';
import { retold, wired } from './patches.ts';

const told = (change: (content: string) => unknown): BadClient['changes'] =>
  retold('chat', (result) => ({ ...result, content: change(String(result.content)) }));
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};
const strictly = (names: readonly string[], value: JsonObject, what: string) => {
  const strange = Object.keys(value).find((name) => !names.includes(name));
  if (strange !== undefined) throw failed(`${what} has an unknown field ${strange}`);
};
const lacks = (value: JsonObject, ...names: readonly string[]) => {
  const missing = names.find((name) => value[name] === undefined);
  if (missing !== undefined) throw failed(`${missing} is missing`);
};
const completionFields = ['id', 'object', 'created', 'model', 'choices', 'usage'];
const jobFields =
  'id generation_id object state modality model created_at started_at completed_at progress output usage error retry_of svc_metadata'.split(
    ' ',
  );
const modelFields = ['id', 'object', 'created', 'owned_by', 'modality', 'pricing', 'inputs'];
const among = (words: readonly string[], word: unknown) => {
  if (typeof word === 'string' && !words.includes(word)) throw failed(`${word} is unknown`);
};
const oddNumber = /\d[eE]\+?\d|\d\.0\b/;

/** Clients that lose or alter what the service answered. */
const answers: readonly BadClient[] = [
  { id: 'client.answer.content', changes: told((text) => text.trim()) },
  { id: 'client.answer.content:parsed', changes: told(parsed) },
  { id: 'client.answer.content:no-thoughts', changes: told((text) => text.replace(/<think>.*?<\/think>/s, '')) },
  { id: 'client.answer.content:entities', changes: told((text) => text.replaceAll('&amp;', '&')) },
  { id: 'client.answer.content:normalised', changes: told((text) => text.normalize('NFC')) },
  { id: 'client.answer.content:cut', changes: told((text) => text.slice(0, 65_536)) },
  { id: 'client.answer.content:newlines', changes: told((text) => text.replaceAll('\r\n', '\n')) },
  {
    id: 'client.answer.content:apologies-are-errors',
    changes: told((text) => {
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
    id: 'client.answer.answering-model:not-told',
    changes: { completion: ({ choices }, given) => right.completion({ choices }, given) },
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

const strictCompletion = (check: (completion: JsonObject) => void): BadClient['changes'] => ({
  completion: (completion, given) => {
    check(completion);
    return right.completion(completion, given);
  },
});
const strictJob = (check: (job: JsonObject) => void): BadClient['changes'] => ({
  job: (job, given) => {
    check(job);
    return right.job(job, given);
  },
});

/** Clients that refuse what they do not know, or miss what need not be there. */
const tolerance: readonly BadClient[] = [
  { id: 'client.answer.optional-fields', changes: strictCompletion((completion) => lacks(completion, 'usage')) },
  {
    id: 'client.answer.optional-fields:id',
    changes: strictCompletion((completion) => lacks(completion, 'id', 'object')),
  },
  { id: 'client.answer.optional-fields:model', changes: strictCompletion((completion) => lacks(completion, 'model')) },
  {
    id: 'client.answer.optional-fields:output',
    changes: strictJob((job) => {
      if (job.state === 'succeeded') lacks(job, 'output');
    }),
  },
  {
    id: 'client.answer.optional-fields:completed-at',
    changes: strictJob((job) => {
      if (/succeeded|canceled/.test(String(job.state))) lacks(job, 'completed_at');
    }),
  },
  {
    id: 'client.answer.optional-fields:percent',
    changes: strictJob(({ progress }) => lacks(progress as JsonObject, 'percent')),
  },
  {
    id: 'client.answer.unknown-fields',
    changes: strictCompletion((completion) => strictly(completionFields, completion, 'the completion')),
  },
  { id: 'client.answer.unknown-fields:job', changes: strictJob((job) => strictly(jobFields, job, 'the job')) },
  {
    id: 'client.answer.unknown-fields:usage',
    changes: strictCompletion(({ usage = {} }) =>
      strictly(['prompt_tokens', 'completion_tokens', 'total_tokens'], usage as JsonObject, 'usage'),
    ),
  },
  {
    id: 'client.answer.unknown-fields:message',
    changes: strictCompletion(({ choices }) =>
      strictly(
        ['role', 'content', 'tool_calls'],
        (choices as { message: JsonObject }[])[0]?.message ?? {},
        'the message',
      ),
    ),
  },
  {
    id: 'client.answer.unknown-fields:chunk',
    changes: {
      textIn: (chunk, soFar) => {
        strictly([...completionFields, 'svc_metadata'], chunk, 'the chunk');
        return right.textIn(chunk, soFar);
      },
    },
  },
  {
    id: 'client.answer.unknown-fields:model',
    changes: {
      model: (model) => {
        strictly(modelFields, model, 'the model');
        return right.model(model);
      },
    },
  },
  {
    id: 'client.answer.unknown-fields:list',
    changes: {
      ids: (list) => {
        strictly(['object', 'data'], list, 'the list');
        return right.ids(list);
      },
    },
  },
  {
    id: 'client.answer.unknown-values',
    changes: strictJob(({ modality }) => among(['image', 'audio_stt', 'text'], modality)),
  },
  {
    id: 'client.answer.unknown-values:phase',
    changes: strictJob(({ progress }) =>
      among(['queued', 'processing', 'succeeded', 'failed', 'canceled'], (progress as JsonObject).phase),
    ),
  },
  {
    id: 'client.answer.unknown-values:region',
    changes: strictJob(({ svc_metadata }) => among(['eu', 'us'], (svc_metadata as JsonObject).region)),
  },
  {
    id: 'client.answer.unknown-values:type',
    changes: strictJob(({ output }) => {
      for (const item of (output ?? []) as JsonObject[]) among(['image/png', 'image/jpeg'], item.type);
    }),
  },
  {
    id: 'client.answer.unknown-values:finish-reason',
    changes: strictCompletion(({ choices }) => among(['stop', 'length'], (choices as JsonObject[])[0]?.finish_reason)),
  },
  {
    id: 'client.answer.number-spelling',
    changes: {
      parse: (text) => {
        if (oddNumber.test(text)) throw failed('not an integer');
        return JSON.parse(text);
      },
    },
  },
  {
    id: 'client.answer.number-spelling:exponents',
    changes: {
      parse: (text) => {
        if (/\d[eE]\+?\d/.test(text)) throw failed('not an integer');
        return JSON.parse(text);
      },
    },
  },
];

const models: readonly BadClient[] = [
  {
    id: 'client.model.listed',
    changes: {
      ids: ({ data }) => (data as JsonObject[]).filter(({ modality }) => modality === 'text').map(({ id }) => id),
    },
  },
  { id: 'client.model.listed:sorted', changes: { ids: (list) => (right.ids(list) as string[]).sort() } },
  { id: 'client.model.listed:hundred', changes: { ids: (list) => (right.ids(list) as string[]).slice(0, 100) } },
  {
    id: 'client.model.listed:lower-case',
    changes: { ids: (list) => (right.ids(list) as string[]).map((id) => id.toLowerCase()) },
  },
  {
    id: 'client.model.listed:one-author',
    changes: {
      ids: ({ data }) => (data as JsonObject[]).filter(({ owned_by }) => owned_by === 'acme').map(({ id }) => id),
    },
  },
  {
    id: 'client.model.listed:ignoring-case',
    changes: {
      ids: (list) => [...new Map((right.ids(list) as string[]).map((id) => [id.toLowerCase(), id])).values()],
    },
  },
  {
    id: 'client.model.listed:new-ones-only',
    changes: { ids: ({ data }) => (data as JsonObject[]).filter(({ created }) => created !== 0).map(({ id }) => id) },
  },
  {
    id: 'client.model.slash',
    changes: {
      pathOf: (op, params) =>
        op === 'get_model' ? `/models/${encodeURIComponent(String(params.model))}` : right.pathOf(op, params),
    },
    entails: [],
  },
  {
    id: 'client.model.slash:slug-alone',
    changes: wired(({ url }) => ({ url: url.replace(/models\/[^/]+\//, 'models/') }), 'get_model'),
  },
  { id: 'client.model.slash:lower-case', changes: wired(({ url }) => ({ url: url.toLowerCase() }), 'get_model') },
  {
    id: 'client.model.slash:query',
    changes: wired(
      ({ url }, { given }) => ({ url: url.replace(/models\/.*$/, `models?id=${String(given.params?.model)}`) }),
      'get_model',
    ),
  },
  {
    id: 'client.model.unknown',
    changes: {
      operations: {
        ...referenceOperations,
        get_model: async (tools, given) => {
          try {
            return await referenceOperations.get_model(tools, given);
          } catch {
            return {};
          }
        },
      },
    },
    entails: ['client.model.slash'],
  },
  {
    id: 'client.model.unknown:not-found',
    changes: {
      error: ({ told: error, status }) => ({
        ...right.error({ told: error, status, headers: undefined, isLost: false }),
        ...(status === 404 ? { code: 'not_found' } : {}),
      }),
    },
  },
];

/** Clients that lose, alter or refuse what the service answered. */
export const answerDeviations: readonly BadClient[] = [...answers, ...tolerance, ...models];
