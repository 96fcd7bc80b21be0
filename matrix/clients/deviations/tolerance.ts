import type { BadClient, JsonObject } from '../client-behaviour.ts';
import { referenceClient as right } from '../reference-client.ts';
import { failed } from '../reference-operations.ts';

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
export const toleranceDeviations: readonly BadClient[] = [
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
    entails: ['client.answer.job-already-final'],
  },
  {
    id: 'client.answer.optional-fields:percent',
    changes: strictJob(({ progress }) => lacks(progress as JsonObject, 'percent')),
  },
  {
    id: 'client.answer.unknown-fields',
    changes: strictCompletion((completion) => strictly(completionFields, completion, 'the completion')),
    entails: ['client.answer.metadata'],
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
    entails: ['client.answer.tool-calls'],
  },
  {
    id: 'client.answer.number-spelling',
    changes: {
      parse: (text) => {
        if (oddNumber.test(text)) throw failed('not an integer');
        return JSON.parse(text);
      },
    },
    // Escaped letters look like such numbers in the text.
    entails: ['client.answer.content'],
  },
  {
    id: 'client.answer.number-spelling:exponents',
    changes: {
      parse: (text) => {
        if (/\d[eE]\+?\d/.test(text)) throw failed('not an integer');
        return JSON.parse(text);
      },
    },
    // Escaped letters look like such numbers in the text.
    entails: ['client.answer.content'],
  },
  {
    id: 'client.answer.number-size',
    changes: {
      parse: (text) =>
        JSON.parse(text, (name, value: unknown) => {
          if (name === 'bytes' && Number(value) > 2 ** 31 - 1) throw failed('an integer overflows');
          return value;
        }),
    },
  },
  {
    id: 'client.answer.number-size:seconds',
    changes: strictCompletion(({ created }) => {
      if (Number(created) > 2 ** 31 - 1) throw failed('an integer overflows');
    }),
  },
  {
    id: 'client.answer.without-text',
    changes: {
      completion: (completion, given) => {
        const [choice] = completion.choices as readonly { message: { content?: unknown } }[];
        return { ...right.completion(completion, given), content: String(choice?.message.content) };
      },
    },
  },
  {
    id: 'client.answer.without-text:needed',
    changes: strictCompletion(({ choices }) => {
      const [choice] = choices as readonly { message: { content: string } }[];
      choice?.message.content.trim();
    }),
    entails: ['client.answer.tool-calls'],
  },
  {
    id: 'client.answer.without-text:streamed',
    changes: {
      textIn: (chunk, soFar) => {
        const [choice] = (chunk.choices ?? []) as readonly { delta: JsonObject }[];
        if (choice?.delta.tool_calls !== undefined && choice.delta.content === undefined) return 'undefined';
        return right.textIn(chunk, soFar);
      },
    },
  },
];
