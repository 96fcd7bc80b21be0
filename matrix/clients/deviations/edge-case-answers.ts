import type { BadClient, ClientChanges, JsonObject } from '../client-behaviour.ts';
import { referenceClient as right } from '../reference-client.ts';
import { failed, referenceOperations } from '../reference-operations.ts';
import { retold, wired } from './patches.ts';

const refuse = (isFine: boolean, what: string): void => {
  if (!isFine) throw failed(`${what} can not be read`);
};
const strictJob = (isFine: (job: JsonObject) => boolean): ClientChanges => ({
  job(job, given) {
    refuse(isFine(job), 'the job');
    return right.job(job, given);
  },
});
const strictChunk = (isFine: (chunk: JsonObject) => boolean): ClientChanges => ({
  textIn(chunk, soFar) {
    refuse(isFine(chunk), 'the chunk');
    return right.textIn(chunk, soFar);
  },
});
const only = (object: unknown, names: string) =>
  typeof object !== 'object' || object === null || Object.keys(object).every((name) => names.split(' ').includes(name));
const items = ({ output }: JsonObject) => (output ?? []) as readonly JsonObject[];
type Choice = {
  readonly message?: { readonly content?: string };
  readonly delta?: JsonObject;
  readonly finish_reason?: string | null;
};
const choicesOf = ({ choices }: JsonObject) => (choices ?? []) as readonly Choice[];
const metadataNames = 'generation_id requested_model retention_class region policy';
const costOf = ({ usage }: JsonObject) => ((usage as JsonObject | undefined)?.cost ?? {}) as JsonObject;
const listing = (keep: (model: JsonObject, all: readonly JsonObject[]) => boolean): ClientChanges => ({
  ids: ({ data }) => (data as readonly JsonObject[]).filter((one, _, all) => keep(one, all)).map(({ id }) => id),
});
const slugOf = ({ id }: JsonObject) => String(id).split('/')[1];

/** Clients that read answers wrongly in one edge case only. */
export const edgeCaseAnswerDeviations: readonly BadClient[] = [
  {
    id: 'client.answer.content:last-choice',
    changes: {
      completion: (body, given) => ({
        ...right.completion(body, given),
        content: choicesOf(body).at(-1)?.message?.content ?? '',
      }),
    },
  },
  {
    id: 'client.answer.content:all-choices',
    changes: {
      completion: (body, given) => ({
        ...right.completion(body, given),
        content: choicesOf(body)
          .map(({ message }) => message?.content ?? '')
          .join(''),
      }),
    },
  },
  {
    id: 'client.answer.answering-model:plain-name',
    changes: retold('chat', (result) => ({ ...result, model: String(result.model).toLowerCase().split(':')[0] })),
  },
  { id: 'client.answer.optional-fields:chunk-id', changes: strictChunk(({ id }) => id !== undefined) },
  { id: 'client.answer.optional-fields:chunk-model', changes: strictChunk(({ model }) => model !== undefined) },
  {
    id: 'client.answer.optional-fields:chunk-object',
    changes: strictChunk(({ object }) => object === 'chat.completion.chunk'),
  },
  {
    id: 'client.answer.unknown-fields:output-item',
    changes: strictJob((job) =>
      items(job).every((item) => only(item, 'url url_expires_at type bytes checksum_sha256 purged_at')),
    ),
  },
  {
    id: 'client.answer.unknown-fields:metadata',
    changes: strictJob(({ svc_metadata }) => only(svc_metadata, metadataNames)),
  },
  {
    id: 'client.answer.unknown-fields:cost',
    changes: strictJob((job) => only(costOf(job), 'billing_usd cost_source cost_status price_version')),
  },
  {
    id: 'client.answer.unknown-fields:progress',
    changes: strictJob(({ progress }) => only(progress, 'percent phase queue_position')),
  },
  {
    id: 'client.answer.unknown-fields:pricing',
    changes: {
      model(model) {
        refuse(only(model.pricing, 'price_version currency rules'), 'the pricing');
        return right.model(model);
      },
    },
  },
  {
    id: 'client.answer.unknown-fields:delta',
    changes: strictChunk((chunk) => choicesOf(chunk).every(({ delta }) => only(delta, 'role content tool_calls'))),
  },
  {
    id: 'client.answer.unknown-values:finish-reason-of-a-stream',
    changes: strictChunk((chunk) =>
      choicesOf(chunk).every(
        ({ finish_reason: reason }) => !reason || /^(stop|length|tool_calls|content_filter|error)$/.test(reason),
      ),
    ),
  },
  {
    id: 'client.answer.unknown-values:cost',
    changes: strictJob((job) => /^(undefined|estimated|final)$/.test(String(costOf(job).cost_status))),
  },
  {
    id: 'client.answer.number-spelling:chunks',
    changes: {
      isEnd(data) {
        refuse(!/"created":[\d]+[.e]/.test(data), 'the number');
        return right.isEnd(data);
      },
    },
  },
  { id: 'client.model.listed:chat-alone', changes: listing(({ modality }) => modality === 'text') },
  {
    id: 'client.model.listed:by-slug',
    changes: listing((one, all) => all.find((other) => slugOf(other) === slugOf(one)) === one),
  },
  { id: 'client.model.listed:without-inputs', changes: listing(({ inputs }) => inputs === undefined) },
  {
    id: 'client.job.cancel-pending:only-200',
    changes: {
      operations: {
        ...referenceOperations,
        cancel_job: async (tools, given) => {
          const { response } = await tools.send('cancel_job', given);
          refuse(response.status === 200, `status ${response.status}`);
          return right.job((await response.json()) as JsonObject, given);
        },
      },
    },
  },
  {
    id: 'client.job.polls-until-final:lower-case-id',
    changes: wired(({ url }) => ({ url: url.replace(/\/jobs\/.*$/, (path) => path.toLowerCase()) })),
    entails: ['client.job.own-id'],
  },
  {
    id: 'client.job.polls-until-final:id-cut',
    changes: wired(({ url }) => ({ url: url.replace(/\/jobs\/(job_\w+)[^/]*/, '/jobs/$1') })),
    entails: ['client.job.own-id'],
  },
  {
    id: 'client.job.poll-retries:last-state',
    changes: {
      operations: {
        ...referenceOperations,
        wait_job: async (tools, given) => {
          let last: JsonObject = {};
          try {
            for (;;) {
              last = await tools.sendJson('wait_job', given);
              if (right.isFinal(last, 0, tools)) return right.job(last, given);
              await tools.pause(60);
            }
          } catch (error) {
            if (last.state === undefined || !/fetch failed|terminated/.test(String(error))) throw error;
            return right.job(last, given);
          }
        },
      },
    },
  },
  {
    id: 'client.job.fresh-link:zone',
    changes: {
      opens: ({ url_expires_at }, nowMs) => String(url_expires_at).slice(0, 19) > new Date(nowMs).toISOString(),
    },
  },
];
