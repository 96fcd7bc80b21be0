import {
  codeOf,
  defineCheck,
  describeAnswer,
  envelopeOf,
  expectEqualJson,
  expectStatus,
  expectThat,
  type JsonObject,
  SetupFailed,
  type World,
} from '@gateproof/harness';
import { errorTable } from '@gateproof/spec';
import { every } from '../../support/every.ts';
import { type EndState, endStates, finishedJob } from '../../support/finished-jobs.ts';
import { factsOf } from '../../support/job-facts.ts';
import { type MediaRoute, mediaRoutes, readJob } from '../../support/media-jobs.ts';

/** Each final state on each route. */
const ended = mediaRoutes.flatMap((route) => endStates.map((state) => ({ route, state })));

/** Cancels a job that has ended. */
async function cancelEnded(world: World, state: EndState, route: MediaRoute = 'image') {
  const account = await world.account();
  const before = await finishedJob(world, account, state, route);
  return { account, before, exchange: await account.key.cancel(before.id) };
}

const refused = endStates.map((state) =>
  defineCheck({
    rule: `job.cancel-finished.${state}`,
    ...every<MediaRoute>('image', 'transcription'),
    cases: 2,
    requestsPerCase: 20,
    async decide(world, route) {
      const { exchange } = await cancelEnded(world, state, route);
      expectStatus(world, exchange, 409);
    },
  }),
);

const unchanged = defineCheck({
  rule: 'job.cancel-finished.unchanged',
  ...every(...ended),
  cases: ended.length,
  requestsPerCase: 20,
  async decide(world, { state, route }) {
    const { account, before, exchange } = await cancelEnded(world, state, route);
    if (exchange.response?.status !== 409)
      throw new SetupFailed(`the cancel of a ${state} job was not refused: ${describeAnswer(exchange)}`, {
        prerequisite: `job.cancel-finished.${state}`,
        exchanges: [exchange.id],
      });
    const after = await readJob(account.key, before.id);
    const exchanges = [before.exchange.id, exchange.id, after.exchange.id];
    expectEqualJson(
      world,
      factsOf(before.job, after.job),
      factsOf(after.job, before.job),
      'the job after a cancel that came too late',
      {
        exchanges,
      },
    );
  },
});

function envelopeOf409(exchange: Parameters<typeof envelopeOf>[0], state: EndState): JsonObject {
  const error = envelopeOf(exchange);
  if (exchange.response?.status !== 409 || error === undefined) {
    throw new SetupFailed(
      `the cancel of a ${state} job was not refused with 409 and an envelope: ${describeAnswer(exchange)}`,
      {
        prerequisite: `job.cancel-finished.${state}`,
      },
    );
  }
  return error;
}

const code = defineCheck({
  rule: 'job.cancel-finished.code',
  ...every(...ended),
  cases: ended.length,
  requestsPerCase: 20,
  async decide(world, { state, route }) {
    const { exchange } = await cancelEnded(world, state, route);
    envelopeOf409(exchange, state);
    const row = errorTable.get(codeOf(exchange) ?? '');
    expectThat(world, codeOf(exchange) !== undefined && (row === undefined || row.status === 409), {
      expected: 'a code that the error table does not tie to another status than 409',
      observed: String(codeOf(exchange)),
      exchanges: [exchange.id],
    });
  },
});

const kind = defineCheck({
  rule: 'job.cancel-finished.kind',
  ...every(...ended),
  cases: ended.length,
  requestsPerCase: 20,
  async decide(world, { state, route }) {
    const { exchange } = await cancelEnded(world, state, route);
    const error = envelopeOf409(exchange, state);
    expectThat(world, error.kind === 'terminal', {
      expected: 'kind terminal',
      observed: String(error.kind),
      exchanges: [exchange.id],
    });
  },
});

/** A cancel that comes too late (States and transitions; note on the 409's code). */
export default [...refused, unchanged, code, kind];
