import { type ClientWorld, expectThat, type ScriptedAnswer } from '@gateproof/harness';
import type { DriverAnswer, DriverOperation } from '@gateproof/spec';
import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { chatParams, expectOk, told } from '../support/client/expectations.ts';
import { controlOperation, operations } from '../support/client/operations.ts';
import { chunk, completion, event, jobBody, modelBody, streamOfPieces } from '../support/client/replies.ts';

/** An answer of the service and what its caller must hear of it. */
interface Row {
  readonly op: DriverOperation;
  readonly answer: ScriptedAnswer;
  hears(answer: DriverAnswer): boolean;
}

const says = (text: string) => (answer: DriverAnswer) => answer.ok && answer.result.content === text;
const isIn = (state: string) => (answer: DriverAnswer) => answer.ok && answer.result.state === state;
const chat = (answer: ScriptedAnswer): Row => ({ op: 'chat', answer, hears: says('fine') });
const job = (body: object, op: DriverOperation = 'get_job'): Row => ({
  op,
  answer: { body },
  hears: isIn(String((body as { state?: unknown }).state)),
});

const params: Readonly<Partial<Record<DriverOperation, object>>> = {
  ...Object.fromEntries(Object.values(operations).map((operation) => [operation.op, operation.params])),
  wait_job: { job_id: 'job_1' },
};

async function control(world: ClientWorld, op: DriverOperation): Promise<void> {
  const operation = Object.values(operations).find((one) => one.op === op);
  if (operation !== undefined) return controlOperation(world, operation);
  world.answer(() => operations.get_job.served);
  expectOk(world, await world.call(op, { job_id: 'job_1' }), 'a plain job');
}

function tolerates(rule: string, what: string, rows: Readonly<Record<string, Row>>): ClientCheck {
  return clientRows(rule, rows, async (world, { op, answer, hears }) => {
    await control(world, op);
    world.answer(() => answer);
    const heard = await world.call(op, { ...chatParams, ...params[op] });
    expectThat(world, hears(heard), {
      expected: `an answer with ${what} to be read as any other`,
      observed: told(heard),
    });
  });
}

const plain = completion('fine').body as Readonly<Record<string, unknown>>;
const without = (...names: readonly string[]): ScriptedAnswer => ({
  body: Object.fromEntries(Object.entries(plain).filter(([name]) => !names.includes(name))),
});
const { completed_at: _end, output: _output, progress: _progress, ...bareJob } = jobBody('succeeded');

const optionalFields = tolerates('client.answer.optional-fields', 'no optional fields', {
  'a completion of choices alone': chat(without('id', 'object', 'created', 'model', 'usage')),
  'a completion without usage': chat(without('usage')),
  'a completion without id': chat(without('id')),
  'a completion without model': chat(without('model')),
  'a completion without object and created': chat(without('object', 'created')),
  'a queued job without optional fields': job({ ...bareJob, state: 'queued', progress: {} }),
  'a succeeded job without optional fields': job({ ...bareJob, progress: {} }),
  'a finished job without output, waited for': job({ ...bareJob, progress: {} }, 'wait_job'),
  'a job whose metadata is empty': job({ ...bareJob, progress: {}, svc_metadata: {} }),
  'an accepted job without optional fields': {
    op: 'create_image',
    answer: { status: 202, body: { ...bareJob, state: 'queued', progress: {} } },
    hears: isIn('queued'),
  },
  'an output item without optional fields': job(
    jobBody('succeeded', { output: [{ url: 'https://files.example.com/1' }] }),
  ),
});

const extra = { new_field: { deep: [1, { a: null }] }, warnings: ['new'], beta: true, data: [] };
const unknownFields = tolerates('client.answer.unknown-fields', 'unknown fields', {
  'a completion': chat(
    completion('fine', {
      ...extra,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'fine', annotations: [], reasoning: 'why', refusal: null },
          finish_reason: 'stop',
          extra: null,
        },
      ],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2, details: { cached: 0 }, other: 'x' },
    }),
  ),
  'a chunk': {
    op: 'chat_stream',
    answer: {
      events: [
        ...streamOfPieces(['fine']).slice(0, 1),
        event({ ...chunk('fine'), ...extra, service: 'new' }),
        event({ ...chunk(undefined, 'stop'), ...extra }),
        'data: [DONE]\n\n',
      ],
    },
    hears: says('fine'),
  },
  'a job': job(jobBody('processing', { ...extra, progress: { percent: 3, eta: 'soon', deep: {} } })),
  'a job that is waited for': job(jobBody('succeeded', extra), 'wait_job'),
  'a job as accepted': {
    op: 'create_image',
    answer: { status: 202, body: jobBody('queued', extra) },
    hears: isIn('queued'),
  },
  'a model': {
    op: 'get_model',
    answer: { body: modelBody('acme/talker', extra) },
    hears: (answer) => answer.ok && answer.result.id === 'acme/talker',
  },
  'a model list': {
    op: 'list_models',
    answer: { body: { object: 'list', ...extra, data: [modelBody('acme/talker', extra)], has_more: true, next: 'x' } },
    hears: (answer) => answer.ok && JSON.stringify(answer.result.ids) === '["acme/talker"]',
  },
});

const openWords = {
  modality: 'hologram',
  progress: { percent: 1, phase: 'dreaming', queue_position: 0 },
  usage: {
    units: { dreams: 3 },
    cost: { billing_usd: 1, cost_source: 'stars', cost_status: 'maybe', price_version: 'z' },
  },
  output: [{ url: 'https://files.example.com/1', type: 'model/gltf-binary', bytes: 1, checksum_sha256: 'ab' }],
  svc_metadata: {
    generation_id: 'gen_1',
    requested_model: 'acme/painter',
    retention_class: 'eternal',
    region: 'moon',
    policy: ['new'],
  },
};
const unknownValues = tolerates('client.answer.unknown-values', 'unknown words', {
  'a job': job(jobBody('succeeded', openWords)),
  'a job that is waited for': job(jobBody('succeeded', openWords), 'wait_job'),
  'a job as accepted': {
    op: 'create_image',
    answer: { status: 202, body: jobBody('queued', openWords) },
    hears: isIn('queued'),
  },
  'the finish reason of a chat': chat(
    completion('fine', {
      choices: [{ index: 0, message: { role: 'assistant', content: 'fine' }, finish_reason: 'tired' }],
    }),
  ),
});

const respelled = (body: unknown, pairs: readonly (readonly [string, string])[]): string =>
  pairs.reduce((text, [plainly, oddly]) => text.replace(plainly, oddly), JSON.stringify(body));
const numberSpelling = tolerates('client.answer.number-spelling', 'numbers in another spelling', {
  'a completion': chat({
    body: respelled(plain, [
      ['"total_tokens":8', '"total_tokens":8.0'],
      ['"index":0', '"index":0.0'],
      ['1790000000', '1.79e9'],
    ]),
  }),
  'a job': job(jobBody('succeeded')),
  'a job in exponents': {
    op: 'get_job',
    answer: {
      body: respelled(jobBody('succeeded'), [
        ['"bytes":3', '"bytes":3.0'],
        ['"percent":100', '"percent":1E+2'],
      ]),
    },
    hears: isIn('succeeded'),
  },
  'a model': {
    op: 'get_model',
    answer: { body: respelled(modelBody('acme/talker'), [['1790000000', '1790000000.0']]) },
    hears: (answer) => answer.ok && answer.result.id === 'acme/talker',
  },
});

/** What a client must tolerate in answers (Resources; Versioning, 4). */
const tolerance: readonly ClientCheck[] = [optionalFields, unknownFields, unknownValues, numberSpelling];
export default tolerance;
