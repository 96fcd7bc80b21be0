import {
  defineCheck,
  type Exchange,
  envelopeOf,
  expectEqualJson,
  expectRefusal,
  expectThat,
  type World,
} from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { endStates, finishedJob } from '../../support/finished-jobs.ts';
import { holdJob } from '../../support/held-jobs.ts';
import { isFinalJob, type MediaRoute, mediaRoutes, readUntil } from '../../support/media-jobs.ts';
import { changedId } from '../../support/unknown-jobs.ts';

async function twoAccounts(world: World) {
  return { owner: await world.account(), stranger: await world.account() };
}

const read = defineCheck({
  rule: 'job.isolation.read',
  ...every(...mediaRoutes.flatMap((route) => ['running' as const, ...endStates].map((state) => ({ route, state })))),
  cases: 8,
  requestsPerCase: 20,
  async decide(world, { route, state }) {
    const { owner, stranger } = await twoAccounts(world);
    const { id } = await (state === 'running' ? holdJob(owner, { route }) : finishedJob(world, owner, state, route));
    expectRefusal(world, await stranger.key.job(id), 'job_not_found');
  },
});

const cancel = defineCheck({
  rule: 'job.isolation.cancel',
  ...every<MediaRoute>('image', 'transcription'),
  cases: 2,
  async decide(world, route) {
    const { owner, stranger } = await twoAccounts(world);
    const { id } = await holdJob(owner, { route });
    expectRefusal(world, await stranger.key.cancel(id), 'job_not_found');
  },
});

const cancelFinished = defineCheck({
  rule: 'job.isolation.cancel-finished',
  ...every(...mediaRoutes.flatMap((route) => endStates.map((state) => ({ route, state })))),
  cases: 6,
  requestsPerCase: 20,
  async decide(world, { route, state }) {
    const { owner, stranger } = await twoAccounts(world);
    const { id } = await finishedJob(world, owner, state, route);
    expectRefusal(world, await stranger.key.cancel(id), 'job_not_found');
  },
});

const cancelWithoutEffect = defineCheck({
  rule: 'job.isolation.cancel-without-effect',
  ...every<MediaRoute>('image', 'transcription'),
  cases: 2,
  requestsPerCase: 20,
  async decide(world, route) {
    const { owner, stranger } = await twoAccounts(world);
    const held = await holdJob(owner, { route });
    await stranger.key.cancel(held.id);
    held.release();
    const seen = await readUntil(world, owner.key, held.id, isFinalJob);
    expectThat(world, seen?.job.state === 'succeeded', {
      expected: 'the job to go on and succeed after a cancel from another account',
      observed: seen === undefined ? 'it does not become final' : String(seen.job.state),
      ...(seen === undefined ? {} : { exchanges: [seen.exchange.id] }),
    });
  },
});

const sameRefusal = defineCheck({
  rule: 'job.isolation.same-refusal',
  ...every('job' as const, 'cancel' as const),
  cases: 2,
  async decide(world, verb) {
    const { owner, stranger } = await twoAccounts(world);
    const { id } = await holdJob(owner);
    const nobodys = changedId(id);
    const foreign = await stranger.key[verb](id);
    const unknown = await stranger.key[verb](nobodys);
    expectRefusal(world, unknown, 'job_not_found');
    // Messages may differ from request to request anyway, as when they name the request.
    const again = await stranger.key[verb](nobodys);
    const changes = envelopeOf(again)?.message !== envelopeOf(unknown)?.message;
    const exchanges = [foreign.id, unknown.id, again.id];
    const [wanted, seen] = [told(unknown, nobodys, changes), told(foreign, id, changes)];
    expectEqualJson(world, wanted, seen, 'the refusal of a foreign job', { exchanges });
  },
});

/** Status and error without what differs from request to request; a gateway may tell more than the contract shows (freedom F057). */
function told(exchange: Exchange, id: string, messageChanges: boolean): unknown {
  const { code, kind, scope, type, param, message } = envelopeOf(exchange) ?? {};
  const others = { code, kind, scope, type, param };
  const rest = messageChanges ? others : { ...others, message };
  const error: unknown = JSON.parse(JSON.stringify(rest).replaceAll(id, '<id>'));
  return { status: exchange.response?.status, error };
}

/** A job is its account's alone (GET /v1/jobs/{id}; Errors, job_not_found). */
export default [read, cancel, cancelFinished, cancelWithoutEffect, sameRefusal];
