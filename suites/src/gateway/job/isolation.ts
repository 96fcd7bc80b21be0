import {
  besideControl,
  controlRefusal,
  defineCheck,
  type Exchange,
  envelopeOf,
  expectEqualJson,
  expectRefusal,
  expectThat,
  type Key,
  type World,
} from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { type EndState, endStates, finishedJob } from '../../support/finished-jobs.ts';
import { holdJob } from '../../support/held-jobs.ts';
import { isAbsent } from '../../support/json.ts';
import { isFinalJob, type MediaRoute, mediaRoutes, readJob, readUntil } from '../../support/media-jobs.ts';
import { changedId } from '../../support/unknown-jobs.ts';

async function twoAccounts(world: World) {
  return { owner: await world.account(), stranger: await world.account() };
}

const read = defineCheck({
  rule: 'job.isolation.read',
  ...every<{ readonly route: MediaRoute; readonly state: EndState | 'running' | 'reads together' }>(
    ...mediaRoutes.flatMap((route) => ['running' as const, ...endStates].map((state) => ({ route, state }))),
    { route: 'image', state: 'reads together' },
  ),
  async decide(world, { route, state }) {
    if (state === 'reads together') return readTogether(world, route);
    const { owner, stranger } = await twoAccounts(world);
    const { id } = await (state === 'running' ? holdJob(owner, { route }) : finishedJob(world, owner, state, route));
    expectRefusal(world, await stranger.key.job(id), 'job_not_found');
  },
});

const readers = 3;
const rounds = 8;

/** Each account reads its own job at the same time as the others read theirs, and sees no other. */
async function readTogether(world: World, route: MediaRoute): Promise<void> {
  const own: { readonly key: Key; readonly id: string }[] = [];
  for (let made = 0; made < readers; made += 1) {
    const account = await world.account();
    own.push({ key: account.key, id: (await finishedJob(world, account, 'succeeded', route)).id });
  }
  for (let round = 0; round < rounds; round += 1) {
    const seen = await Promise.all(own.map(({ key, id }) => readJob(key, id)));
    for (const [place, { exchange, job }] of seen.entries()) {
      const wanted = own[place]?.id ?? '';
      expectThat(world, job.id === wanted, {
        expected: `the job that was asked for, ${wanted}`,
        observed: own.some(({ id }) => id === job.id) ? "another account's job" : String(job.id),
        exchanges: [exchange.id],
      });
    }
  }
}

const cancel = defineCheck({
  rule: 'job.isolation.cancel',
  ...every<MediaRoute>('image', 'transcription'),
  async decide(world, route) {
    const { owner, stranger } = await twoAccounts(world);
    const { id } = await holdJob(owner, { route });
    expectRefusal(world, await stranger.key.cancel(id), 'job_not_found');
  },
});

const cancelFinished = defineCheck({
  rule: 'job.isolation.cancel-finished',
  ...every(...mediaRoutes.flatMap((route) => endStates.map((state) => ({ route, state })))),
  async decide(world, { route, state }) {
    const { owner, stranger } = await twoAccounts(world);
    const { id } = await finishedJob(world, owner, state, route);
    expectRefusal(world, await stranger.key.cancel(id), 'job_not_found');
  },
});

const cancelWithoutEffect = defineCheck({
  rule: 'job.isolation.cancel-without-effect',
  ...every<MediaRoute>('image', 'transcription'),
  async decide(world, route) {
    const { owner, stranger } = await twoAccounts(world);
    const held = await holdJob(owner, { route });
    await stranger.key.cancel(held.id);
    held.release();
    const seen = await readUntil(world, owner.key, held.id, isFinalJob);
    await besideControl(
      () =>
        expectThat(world, seen?.job.state === 'succeeded', {
          expected: 'the job to go on and succeed after a cancel from another account',
          observed: seen === undefined ? 'it does not become final' : String(seen.job.state),
          ...(seen === undefined ? {} : { exchanges: [seen.exchange.id] }),
        }),
      () => finishedJob(world, owner, 'succeeded', route),
    );
  },
});

const sameRefusal = defineCheck({
  rule: 'job.isolation.same-refusal',
  ...every<readonly ['job' | 'cancel', 'running' | 'succeeded']>(
    ['job', 'running'],
    ['cancel', 'running'],
    ['job', 'succeeded'],
    ['cancel', 'succeeded'],
  ),
  async decide(world, [verb, state]) {
    const { owner, stranger } = await twoAccounts(world);
    const { id } = await (state === 'running' ? holdJob(owner) : finishedJob(world, owner, state));
    const nobodys = changedId(id);
    const foreign = await stranger.key[verb](id);
    const unknown = await stranger.key[verb](nobodys);
    controlRefusal(unknown, 'job_not_found', verb === 'job' ? 'job.read.unknown' : 'job.cancel.unknown');
    // Messages may differ from request to request anyway, as when they name the request.
    const again = await stranger.key[verb](nobodys);
    const changes = envelopeOf(again)?.message !== envelopeOf(unknown)?.message;
    const exchanges = [foreign.id, unknown.id, again.id];
    const [wanted, seen] = [errorOf(unknown, nobodys, changes), errorOf(foreign, id, changes)];
    expectEqualJson(world, wanted, seen, 'the refusal of a foreign job', { exchanges });
    const steady = details.filter((name) => hasDetail(unknown, name) === hasDetail(again, name));
    const withUnknown = steady.filter((name) => hasDetail(unknown, name));
    const withForeign = steady.filter((name) => hasDetail(foreign, name));
    expectEqualJson(world, withUnknown, withForeign, 'the details sent with the refusal of a foreign job', {
      exchanges,
    });
  },
});

/** What else an error may hold: its values differ from request to request, but not whether there are any. */
const details = ['generation_id', 'retry_after_ms', 'attempts', 'state', 'usage', 'cost'];

function hasDetail(exchange: Exchange, detail: string): boolean {
  return !isAbsent(envelopeOf(exchange)?.[detail]);
}

/** Status and error without what differs from request to request; a gateway may send more than the contract shows (freedom F057). */
function errorOf(exchange: Exchange, id: string, messageChanges: boolean): unknown {
  const { code, kind, scope, type, param, message } = envelopeOf(exchange) ?? {};
  const others = { code, kind, scope, type, param };
  const rest = messageChanges ? others : { ...others, message };
  const error: unknown = JSON.parse(JSON.stringify(rest).replaceAll(id, '<id>'));
  return { status: exchange.response?.status, error };
}

/** A job is its account's alone (GET /v1/jobs/{id}; Errors, job_not_found). */
export default [read, cancel, cancelFinished, cancelWithoutEffect, sameRefusal];
