import {
  type ClientRequest,
  type ClientWorld,
  expectThat,
  type JsonObject,
  NotExercised,
  requestHeaderOf,
  type ScriptedAnswer,
  show,
} from '@gateproof/harness';
import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { attempt, controlOperation, type Operation, operations, submissions } from '../support/client/operations.ts';
import { errorAnswer, jobBody, refusalAtOnce } from '../support/client/replies.ts';

const keyOf = ({ exchange }: ClientRequest) => requestHeaderOf(exchange, 'idempotency-key');
const shown = (keys: readonly (string | undefined)[]) => keys.map((key) => key ?? 'none').join(', ');
const limitMs = 50_000;

interface Retried {
  readonly operation: Operation;
  readonly failures: readonly ScriptedAnswer[];
  readonly isKeyed: boolean;
}

const failures = [errorAnswer('provider_unavailable'), errorAnswer('upstream_timeout')];
const lost: readonly ScriptedAnswer[] = [{ ending: 'lost' }];
const keyed = (operation: Operation, how: readonly ScriptedAnswer[] = failures): Retried => ({
  operation,
  failures: how,
  isKeyed: true,
});
const keyedRows: Readonly<Record<string, Retried>> = {
  ...Object.fromEntries(
    Object.entries(submissions).map(([op, operation]) => [`${op}, key of the caller`, keyed(operation)]),
  ),
  'chat, internal_error': keyed(operations.chat, [errorAnswer('internal_error')]),
  'chat, rate_limited': keyed(operations.chat, [
    errorAnswer('rate_limited', { retry_after_ms: 0 }, { 'retry-after': '0' }),
  ]),
  'chat, answer lost': keyed(operations.chat, lost),
};
const unkeyedRows: Readonly<Record<string, Retried>> = {
  ...Object.fromEntries(
    Object.entries(submissions).map(([op, operation]) => [
      `${op}, no key of the caller`,
      { ...keyed(operation), isKeyed: false },
    ]),
  ),
  'chat, no key of the caller, answer lost': { ...keyed(operations.chat, lost), isKeyed: false },
  'create_image, no key of the caller, answer lost': { ...keyed(operations.create_image, lost), isKeyed: false },
};

/** The requests of a call that fails in these ways and is served in the end; `NotExercised` when the client did not retry. */
async function retried(
  world: ClientWorld,
  { operation, failures: how, isKeyed }: Retried,
): Promise<readonly ClientRequest[]> {
  await controlOperation(world, operation);
  const { requests } = await attempt(world, operation, [...how, operation.served], {
    // A client may change such a key on the retry alone.
    ...(isKeyed ? { idempotencyKey: `"Order" ${world.unique('A')}/${'x'.repeat(200)}Z` } : {}),
  });
  if (requests.length < 2) throw new NotExercised('the client does not retry');
  return requests;
}

const sameKey = clientRows('client.idempotency.same-key', { ...keyedRows, ...unkeyedRows }, async (world, row) => {
  const keys = (await retried(world, row)).map(keyOf);
  expectThat(world, new Set(keys).size === 1, {
    expected: 'one Idempotency-Key on all attempts',
    observed: shown(keys),
  });
});

/** With what a caller may give beside the plain fields. */
const listed = (operation: Operation) =>
  keyed({ ...operation, params: { ...operation.params, models: ['acme/second', 'acme/third'] } });
const bodyRows: Readonly<Record<string, Retried>> = {
  'chat with fallback models': listed(operations.chat),
  'chat_stream with fallback models': listed(operations.chat_stream),
  ...keyedRows,
};
const sameBody = clientRows('client.idempotency.same-body', bodyRows, async (world, row) => {
  const bodies = new Set(
    (await retried(world, row)).map(({ exchange }) => Buffer.from(exchange.request.body).toString()),
  );
  expectThat(world, bodies.size === 1, {
    expected: 'the bytes of the first attempt on all attempts',
    observed: [...bodies].map((body) => body.slice(0, 150)).join(' and '),
  });
});

const noLateKey = clientRows('client.idempotency.no-late-key', unkeyedRows, async (world, row) => {
  const keys = (await retried(world, row)).map(keyOf);
  if (keys[0] !== undefined) throw new NotExercised('the client sends a key with every first attempt');
  expectThat(
    world,
    keys.every((key) => key === undefined),
    { expected: 'no key on a retry of a request that was sent without one', observed: shown(keys) },
  );
});

/** What a client may take for a word, a number or too long: each of them is sent by each operation, which may have a way of its own. */
const callerKeys = ['A b c', '"quoted"; x=1', 'x'.repeat(255), 'Order-1/A.b', 'ORDER-1', '0042', 'order-1'];

const callerKey = clientRows('client.idempotency.caller-key', submissions, async (world, operation) => {
  await controlOperation(world, operation);
  for (const key of callerKeys) {
    const { requests } = await attempt(world, operation, [operation.served], { idempotencyKey: key });
    const keys = requests.map(keyOf);
    expectThat(world, keys.length > 0 && keys.every((sent) => sent === key), { expected: key, observed: shown(keys) });
  }
});

interface Conflict {
  readonly operation: Operation;
  readonly options: { readonly idempotencyKey?: string };
  /** Failures before it that invite a retry. */
  readonly before?: readonly ScriptedAnswer[];
}
const callersKey = { idempotencyKey: 'Chosen: 1/B' };
const conflictRows: Readonly<Record<string, Conflict>> = {
  ...Object.fromEntries(
    Object.entries(submissions).flatMap(([op, operation]) => [
      [`${op}, key of the caller`, { operation, options: callersKey }],
      [`${op}, no key of the caller`, { operation, options: {} }],
    ]),
  ),
  // The first attempt ran, or runs still: another key would let it run twice.
  ...Object.fromEntries(
    Object.entries(submissions).flatMap(([op, operation]) => [
      [`${op}, after an answer was lost`, { operation, options: callersKey, before: lost }],
      [
        `${op}, after provider_unavailable`,
        { operation, options: callersKey, before: [refusalAtOnce('provider_unavailable')] },
      ],
    ]),
  ),
};

/** What a conflict may say of the first request; the inner form of its fields is open (freedom F022). */
const conflicts: readonly JsonObject[] = [
  {},
  { state: 'in_progress' },
  { state: 'succeeded', usage: { units: { images: 1 } }, cost: { billing_usd: 0.1 } },
  { state: { status: 'in_progress' }, usage: null, cost: 0 },
];

const conflictNotEvaded = clientRows(
  'client.idempotency.conflict-not-evaded',
  conflictRows,
  async (world, { operation, options, before = [] }) => {
    await controlOperation(world, operation);
    for (const more of conflicts) {
      const answers = [...before, errorAnswer('idempotency_conflict', more), operation.served];
      const { requests } = await attempt(world, operation, answers, options);
      if (requests.length <= before.length) throw new NotExercised('the client does not retry');
      const keys = requests.map(keyOf);
      expectThat(
        world,
        keys.every((key) => key === keys[0]),
        { expected: `no other key after 409 idempotency_conflict with ${show(more)}`, observed: shown(keys) },
      );
    }
  },
);

const losses: Readonly<Record<string, Partial<ScriptedAnswer>>> = {
  'no answer at all': { ending: 'lost' },
  'cut in the body': { ending: 'cut', body: '{"id":"job' },
  'a 502 in its place': errorAnswer('provider_unavailable'),
};

/** The gateway makes one job for each key; the answer to the first attempt is lost. */
const lossRows = Object.fromEntries(
  (['create_image', 'create_transcription'] as const).flatMap((op) =>
    Object.entries(losses).map(([name, loss]) => [`${op}: ${name}`, { op, loss }]),
  ),
);
const lostAnswer = clientRows('client.idempotency.lost-answer', lossRows, async (world, { op, loss }) => {
  const jobs = new Map<string, string>();
  let posted = 0;
  world.answer((request) => {
    if (request.method !== 'POST') return { body: jobBody('succeeded') };
    posted += 1;
    const key = keyOf(request) ?? `none-${posted}`;
    const id = jobs.get(key) ?? `job_${jobs.size + 1}`;
    jobs.set(key, id);
    return { status: 202, body: jobBody('queued', { id }), ...(posted === 1 ? loss : {}) };
  });
  await world.call(op, operations[op].params, { limitMs, idempotencyKey: world.unique('key') });
  if (posted < 2) throw new NotExercised('the client does not retry a submission whose answer was lost');
  expectThat(world, jobs.size === 1, { expected: 'one job', observed: `${jobs.size} jobs` });
});

const { get_job, cancel_job, list_models, get_model } = operations;
const onlyWhereDefined = clientRows(
  'client.idempotency.only-where-defined',
  { get_job, cancel_job, list_models, get_model },
  async (world, operation: Operation) => {
    await controlOperation(world, operation);
    const { requests } = await attempt(world, operation, [operation.served]);
    const keyedOnes = requests.filter((request) => keyOf(request) !== undefined);
    expectThat(world, requests.length > 0 && keyedOnes.length === 0, {
      expected: 'no Idempotency-Key on reads and cancels',
      observed: keyedOnes.map(({ method, path }) => `${method} ${path}`).join(', ') || 'no request',
    });
  },
);

/** Idempotency keys of a client (Endpoints › Idempotency-Key). */
const idempotency: readonly ClientCheck[] = [
  sameKey,
  sameBody,
  noLateKey,
  callerKey,
  conflictNotEvaded,
  lostAnswer,
  onlyWhereDefined,
];
export default idempotency;
