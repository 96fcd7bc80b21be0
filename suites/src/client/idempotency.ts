import {
  type ClientRequest,
  type ClientWorld,
  expectThat,
  NotExercised,
  requestHeaderOf,
  type ScriptedAnswer,
} from '@gateproof/harness';
import { type ClientCheck, clientCheck, clientRows } from '../support/client/define-client-check.ts';
import { chatParams, controlChat, expectOk, imageParams } from '../support/client/expectations.ts';
import { completion, errorAnswer, jobBody, modelBody } from '../support/client/replies.ts';

const keyOf = ({ exchange }: ClientRequest) => requestHeaderOf(exchange, 'idempotency-key');
const limitMs = 50_000;

/** A chat that fails in these ways and is served in the end; `NotExercised` when the client did not retry. */
async function retriedChat(
  world: ClientWorld,
  failures: readonly ScriptedAnswer[],
  idempotencyKey?: string,
): Promise<readonly ClientRequest[]> {
  const from = world.requests().length;
  world.answer(({ number }) => failures[number - from - 1] ?? completion('fine'));
  await world.call('chat', chatParams, { limitMs, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) });
  const requests = world.requests().slice(from);
  if (requests.length < 2) throw new NotExercised('the client does not retry');
  return requests;
}

const failures = [errorAnswer('provider_unavailable'), errorAnswer('upstream_timeout')];

const sameKey = clientRows('client.idempotency.same-key', ['caller-chosen-key', undefined], async (world, chosen) => {
  await controlChat(world);
  const requests = await retriedChat(world, failures, chosen);
  const keys = new Set(requests.map(keyOf));
  expectThat(world, keys.size === 1, {
    expected: 'one Idempotency-Key on all attempts',
    observed: [...keys].map((key) => key ?? 'none').join(', '),
  });
});

const sameBody = clientCheck('client.idempotency.same-body', async (world) => {
  await controlChat(world);
  const requests = await retriedChat(world, failures, world.unique('key'));
  const bodies = new Set(requests.map(({ exchange }) => Buffer.from(exchange.request.body).toString()));
  expectThat(world, bodies.size === 1, {
    expected: 'the bytes of the first attempt on all attempts',
    observed: `${bodies.size} different bodies`,
  });
});

const noLateKey = clientCheck('client.idempotency.no-late-key', async (world) => {
  await controlChat(world);
  const [first, ...retries] = await retriedChat(world, failures);
  if (first === undefined || keyOf(first) !== undefined)
    throw new NotExercised('the client sends a key with every first attempt');
  expectThat(
    world,
    retries.every((retry) => keyOf(retry) === undefined),
    { expected: 'no key on a retry of a request that was sent without one', observed: 'a key' },
  );
});

const ownKey = clientCheck('client.idempotency.own-key', async (world) => {
  await controlChat(world);
  world.answer(() => completion('fine'));
  const from = world.requests().length;
  await world.call('chat', chatParams);
  await world.call('chat', { ...chatParams, messages: [{ role: 'user', content: 'something else' }] });
  const keys = world.requests().slice(from).map(keyOf);
  if (keys.some((key) => key === undefined)) throw new NotExercised('the client makes no keys of its own');
  expectThat(world, new Set(keys).size === keys.length, {
    expected: 'a key of its own for each request',
    observed: keys.join(', '),
  });
});

const callerKeys = ['order-1', 'A b c', '"quoted"; x=1', 'x'.repeat(255)];

const callerKey = clientRows('client.idempotency.caller-key', callerKeys, async (world, idempotencyKey) => {
  await controlChat(world);
  world.answer(() => completion('fine'));
  await world.call('chat', chatParams, { idempotencyKey });
  const request = world.requests().at(-1);
  const sent = request === undefined ? undefined : keyOf(request);
  expectThat(world, sent === idempotencyKey, { expected: idempotencyKey, observed: sent ?? 'no Idempotency-Key' });
});

const conflictNotEvaded = clientRows(
  'client.idempotency.conflict-not-evaded',
  ['chosen', undefined],
  async (world, chosen) => {
    await controlChat(world);
    const from = world.requests().length;
    world.answer(({ number }) => (number === from + 1 ? errorAnswer('idempotency_conflict') : completion('fine')));
    await world.call('chat', chatParams, chosen === undefined ? {} : { idempotencyKey: chosen });
    const keys = world.requests().slice(from).map(keyOf);
    expectThat(
      world,
      keys.every((key) => key === keys[0]),
      { expected: 'no new key after 409 idempotency_conflict', observed: keys.map((key) => key ?? 'none').join(', ') },
    );
  },
);

/** The gateway makes one job for each key; the answer to the first attempt is lost. */
const lostAnswer = clientCheck('client.idempotency.lost-answer', async (world) => {
  const jobs = new Map<string, string>();
  let posted = 0;
  world.answer((request) => {
    if (request.method !== 'POST') return { body: jobBody('succeeded') };
    posted += 1;
    const key = keyOf(request) ?? `none-${posted}`;
    const id = jobs.get(key) ?? `job_${jobs.size + 1}`;
    jobs.set(key, id);
    return {
      status: 202,
      body: jobBody('queued', { id }),
      ...(posted === 1 ? { ending: 'cut' as const, body: '' } : {}),
    };
  });
  await world.call('create_image', imageParams, { limitMs, idempotencyKey: world.unique('key') });
  if (posted < 2) throw new NotExercised('the client does not retry a submission whose answer was lost');
  expectThat(world, jobs.size === 1, { expected: 'one job', observed: `${jobs.size} jobs` });
});

const onlyWhereDefined = clientCheck('client.idempotency.only-where-defined', async (world) => {
  await controlChat(world);
  world.answer(({ path }) =>
    path.includes('/jobs/')
      ? { body: jobBody('succeeded') }
      : path.endsWith('/models')
        ? { body: { object: 'list', data: [modelBody('acme/talker')] } }
        : { body: modelBody('acme/talker') },
  );
  const from = world.requests().length;
  await world.call('list_models', {});
  for (const [operation, params] of [
    ['get_model', { model: 'acme/talker' }],
    ['get_job', { job_id: 'job_1' }],
    ['cancel_job', { job_id: 'job_1' }],
  ] as const) {
    await world.call(operation, params).catch(() => undefined);
  }
  const keyed = world
    .requests()
    .slice(from)
    .filter((request) => keyOf(request) !== undefined);
  expectThat(world, keyed.length === 0, {
    expected: 'no Idempotency-Key on reads and cancels',
    observed: keyed.map(({ method, path }) => `${method} ${path}`).join(', '),
  });
  expectOk(world, { id: 0, ok: true, result: {} }, 'reads');
});

/** Idempotency keys of a client (Endpoints › Idempotency-Key). */
const idempotency: readonly ClientCheck[] = [
  sameKey,
  sameBody,
  noLateKey,
  ownKey,
  callerKey,
  conflictNotEvaded,
  lostAnswer,
  onlyWhereDefined,
];
export default idempotency;
