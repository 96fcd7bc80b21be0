import {
  type Account,
  controlThat,
  defineCheck,
  describeAnswer,
  envelopeOf,
  expectEqualJson,
  expectStatus,
  expectThat,
  type JsonObject,
  SetupFailed,
  show,
  type World,
} from '@gateproof/harness';
import { errorTable } from '@gateproof/spec';
import { every } from '../../support/every.ts';
import { type EndState, endStates, finishedJob } from '../../support/finished-jobs.ts';
import { factsOf } from '../../support/job-facts.ts';
import { type MediaRoute, mediaRoutes, readJob } from '../../support/media-jobs.ts';
import { controlCode } from '../../support/reported-error.ts';
import { settledUsage } from '../../support/settled-usage.ts';

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
    async decide(world, route) {
      const { exchange } = await cancelEnded(world, state, route);
      expectStatus(world, exchange, 409);
    },
  }),
);

const unchanged = defineCheck({
  rule: 'job.cancel-finished.unchanged',
  ...every(...ended),
  async decide(world, { state, route }) {
    const account = await world.account();
    const before = await finishedJob(world, account, state, route);
    const charged = state === 'succeeded' ? await chargedFor(world, account) : undefined;
    const exchange = await account.key.cancel(before.id);
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
    if (charged === undefined) return;
    const chargedAfter = (await account.usage()).charged_usd;
    expectThat(world, chargedAfter === charged, {
      expected: `${charged} USD charged, as before a cancel that was refused`,
      observed: `${chargedAfter} USD`,
      exchanges,
    });
  },
});

/** What the account was charged for its job, which may be recorded a while after the end; undefined where that can't be read. */
async function chargedFor(world: World, account: Account): Promise<number | undefined> {
  if (!world.has('usage')) return undefined;
  return (await settledUsage(world, account, ({ charged_usd: usd }) => usd > 0)).charged_usd;
}

function envelopeOf409(exchange: Parameters<typeof envelopeOf>[0], state: EndState): JsonObject {
  const what = `the cancel of a ${state} job was answered ${describeAnswer(exchange)}`;
  controlThat(exchange.response?.status === 409, what, `job.cancel-finished.${state}`);
  const error = envelopeOf(exchange);
  controlThat(error !== undefined, what, 'error.envelope.object');
  return error;
}

const code = defineCheck({
  rule: 'job.cancel-finished.code',
  ...every(...ended),
  async decide(world, { state, route }) {
    const { exchange } = await cancelEnded(world, state, route);
    envelopeOf409(exchange, state);
    const code = controlCode(exchange);
    const row = errorTable.get(code);
    expectThat(world, row === undefined || row.status === 409, {
      expected: '`idempotency_conflict`, or a code that the error table does not list',
      observed: `${code}, which the table ties to status ${String(row?.status)}`,
      exchanges: [exchange.id],
    });
  },
});

const kind = defineCheck({
  rule: 'job.cancel-finished.kind',
  ...every(...ended),
  async decide(world, { state, route }) {
    const { exchange } = await cancelEnded(world, state, route);
    const error = envelopeOf409(exchange, state);
    const { kind: reported } = error;
    controlThat(typeof reported === 'string', `the error has no kind: ${show(error)}`, 'error.envelope.kind-present');
    expectThat(world, reported === 'terminal', {
      expected: 'kind to be `terminal`',
      observed: reported,
      exchanges: [exchange.id],
    });
  },
});

/** A cancel that comes too late (States and transitions; note on the 409's code). */
export default [...refused, unchanged, code, kind];
