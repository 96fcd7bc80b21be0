import {
  type ClientRequest,
  type ClientWorld,
  controlThat,
  expectThat,
  requestHeaderOf,
  type ScriptedAnswer,
  show,
} from '@gateproof/harness';
import type { DriverAnswer, DriverOperation } from '@gateproof/spec';
import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { chatParams, imageParams, reportOf, transcriptionParams } from '../support/client/expectations.ts';
import { operations } from '../support/client/operations.ts';
import { completion, jobBody, modelBody, streamOfPieces } from '../support/client/replies.ts';

type WhichKey = 'first' | 'second';

/** What each key's owner is answered, and the part in which the two answers differ. */
interface OfKey {
  readonly op: DriverOperation;
  readonly params: Readonly<Record<string, unknown>>;
  answer(which: WhichKey): ScriptedAnswer;
  heard(answer: DriverAnswer): unknown;
}
const field = (name: string) => (answer: DriverAnswer) => (answer.ok ? String(answer.result[name]) : undefined);
const job = { params: { job_id: 'job_1' } };
/** Jobs of one id in two accounts, so that a client that keeps jobs by their ids alone is seen. */
const states: Readonly<Record<WhichKey, string>> = { first: 'succeeded', second: 'canceled' };

const rows: Readonly<Record<string, OfKey>> = {
  list_models: {
    op: 'list_models',
    params: {},
    answer: (which) => ({ body: { object: 'list', data: [modelBody(`acme/${which}`)] } }),
    heard: field('ids'),
  },
  get_model: {
    op: 'get_model',
    params: { model: 'acme/talker' },
    answer: (which) => ({ body: modelBody('acme/talker', { modality: which === 'first' ? 'text' : 'image' }) }),
    heard: field('modality'),
  },
  get_job: { op: 'get_job', ...job, answer: (which) => ({ body: jobBody(states[which]) }), heard: field('state') },
  wait_job: { op: 'wait_job', ...job, answer: (which) => ({ body: jobBody(states[which]) }), heard: field('state') },
  chat: { op: 'chat', params: chatParams, answer: completion, heard: field('content') },
  chat_stream: {
    op: 'chat_stream',
    params: chatParams,
    answer: (which) => ({ events: streamOfPieces([which]) }),
    heard: field('content'),
  },
  cancel_job: {
    op: 'cancel_job',
    ...job,
    answer: () => ({ body: jobBody('canceled') }),
    // A client may read on until the job is final: both are canceled, and the key alone is judged.
    heard: () => 'undefined',
  },
  ...Object.fromEntries(
    Object.entries({ create_image: imageParams, create_transcription: transcriptionParams }).map(([op, params]) => [
      op,
      {
        op: op as DriverOperation,
        params,
        answer: (which) => ({ status: 202, body: jobBody('queued', { id: `job_${which}` }) }),
        heard: field('id'),
      } satisfies OfKey,
    ]),
  ),
};

/** The rule that a client which can't do the operation breaks. */
const prerequisites: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(operations).map(({ op, prerequisite }) => [op, prerequisite]),
);

/** After a call under the first key. The client that was made last is not the only one. */
const turns: readonly (readonly [key: WhichKey, caller: string])[] = [
  ['second', 'with another API key'],
  ['first', 'with the first API key, after one with another'],
];

const keys: readonly WhichKey[] = ['first', 'second'];
/** A client that does one call at a time, or keeps an answer under its key, is answered after so long. */
const patienceMs = 800;

const keyNames: Readonly<Record<WhichKey, string>> = { first: 'the first API key', second: 'the other API key' };
function keysText({ apiKeys }: ClientWorld, sent: readonly ClientRequest[]): string {
  const said = sent.map(({ exchange }) => {
    const header = requestHeaderOf(exchange, 'authorization');
    const known = (['first', 'second'] as const).find((which) => header === `Bearer ${apiKeys[which]}`);
    if (header === undefined) return 'no Authorization';
    return known === undefined ? `Authorization: ${show(header)}` : keyNames[known];
  });
  return [...new Set(said)].join(', then ');
}

/** One program may act for several accounts: what it learned under one key is none of the other's. */
const ofThisKey = clientRows('client.answer.of-this-key', rows, async (world, { op, params, answer, heard }) => {
  const keyOf = ({ exchange }: ClientRequest) =>
    requestHeaderOf(exchange, 'authorization')?.endsWith(world.apiKeys.second) === true ? 'second' : 'first';
  world.answer((request) => answer(keyOf(request)));
  await world.onOneClient(async (call) => {
    const firstAnswer = await call(op, params);
    controlThat(firstAnswer.ok, `a plain ${op} is reported as a failure: ${reportOf(firstAnswer)}`, prerequisites[op]);
    const first = heard(firstAnswer);
    const isBearer = world
      .requests()
      .every(({ exchange }) => requestHeaderOf(exchange, 'authorization')?.endsWith(world.apiKeys.first) === true);
    controlThat(isBearer, `a plain ${op} is not sent under its API key`, 'client.request.bearer');
    for (const [key, caller] of turns) {
      const from = world.requests().length;
      const given = await call(op, params, { key });
      const sent = world.requests().slice(from);
      const exchanges = sent.map(({ exchange }) => exchange.id);
      // What it was answered under a key a client may keep for the calls under that key.
      expectThat(world, (sent.length > 0 || key === 'first') && sent.every((request) => keyOf(request) === key), {
        expected: `a ${op} of a caller ${caller} to be sent under that key`,
        observed: sent.length === 0 ? `no request, and ${reportOf(given)}` : keysText(world, sent),
        exchanges,
      });
      const own = heard(given);
      expectThat(world, given.ok && ((own === first) === (key === 'first') || own === 'undefined'), {
        expected: `a ${op} of a caller ${caller} to be reported with its own answer`,
        observed: `${reportOf(given)}, as for the earlier call`,
        exchanges,
      });
    }
    if (!world.takes('concurrent')) return;
    const from = world.requests().length;
    const arrivals = { first: Promise.withResolvers<void>(), second: Promise.withResolvers<void>() };
    world.answer((request) => {
      const which = keyOf(request);
      arrivals[which].resolve();
      const other = arrivals[which === 'first' ? 'second' : 'first'].promise;
      return { ...answer(which), after: Promise.race([other, world.pause(patienceMs)]) };
    });
    const both = await Promise.all(keys.map((key) => call(op, params, { key })));
    const exchanges = world.requests().slice(from);
    const asking = new Set(exchanges.filter(({ method }) => method === 'POST').map(keyOf));
    const isPosted = exchanges.some(({ method }) => method === 'POST');
    expectThat(world, !isPosted || asking.size === keys.length, {
      expected: `a ${op} of each of two callers at the same time to be sent under its own key`,
      observed: keysText(world, exchanges),
      exchanges: exchanges.map(({ exchange }) => exchange.id),
    });
    for (const [place, given] of both.entries()) {
      const own = heard(given);
      expectThat(world, given.ok && ((own === first) === (keys[place] === 'first') || own === 'undefined'), {
        expected: `a ${op} of ${keyNames[keys[place] as WhichKey]}, beside the same of the other one, to be reported with its own answer`,
        observed: reportOf(given),
        exchanges: exchanges.map(({ exchange }) => exchange.id),
      });
    }
  });
});

/** Answers are those of the caller's own key (Authentication). */
const ofKeys: readonly ClientCheck[] = [ofThisKey];
export default ofKeys;
