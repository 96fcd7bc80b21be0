import {
  caution,
  defineCheck,
  envelopeOf,
  expectEqualJson,
  expectThat,
  isObject,
  type JsonObject,
  NotExercised,
  patienceMs,
  promptMs,
  type World,
} from '@gateproof/harness';
import { dayMs, hourMs, minuteMs } from '@gateproof/spec';
import fc from 'fast-check';
import { dataOf, deliveryOf } from '../../support/deliveries.ts';
import { every } from '../../support/every.ts';
import { endStates, finishedJob, readAgain } from '../../support/finished-jobs.ts';
import { fragmentOf } from '../../support/fragment-of.ts';
import { holdJob } from '../../support/held-jobs.ts';
import { isAbsent } from '../../support/json.ts';
import { isFinalJob, jobOf, type MediaRoute, mediaRoutes, outputOf, partOf } from '../../support/media-jobs.ts';
import { endCodeOf, holdZdr, pass24Hours, readAfterDay, requireWaiting, seenOf } from '../../support/zdr-jobs.ts';

const anyRoute = fc.constantFrom<MediaRoute>('image', 'transcription');

const notBefore = defineCheck({
  rule: 'job.zdr.not-before',
  input: fc.record({ route: anyRoute, passedMs: fc.constantFrom(hourMs, 12 * hourMs, dayMs - 5 * minuteMs) }),
  // Short of the day by so little that only the time which the case itself takes could fill it.
  examples: mediaRoutes.map((route) => ({ route, passedMs: dayMs - 40_000 })),
  cases: 5,
  async decide(world, { route, passedMs }) {
    const account = await world.account();
    const { id } = await holdZdr(world, account, route);
    await account.advance(passedMs);
    const exchange = await account.key.job(id);
    requireWaiting(exchange, `${passedMs / hourMs} hours`);
    const job = jobOf(exchange);
    expectThat(world, job !== undefined && !isFinalJob(job), {
      expected: `the job still running ${((dayMs - passedMs) / minuteMs).toFixed(1)} minutes before its 24 hours are over`,
      observed: seenOf(exchange),
      exchanges: [exchange.id],
    });
  },
});

const kind = defineCheck({
  rule: 'job.zdr.kind',
  ...every<MediaRoute>('image', 'transcription'),
  async decide(world, route) {
    const { exchange } = await pass24Hours(world, route);
    if (endCodeOf(exchange) !== 'retention_expired')
      throw new NotExercised('the job was not discarded with retention_expired');
    const error = jobOf(exchange)?.error ?? envelopeOf(exchange);
    const reported = isObject(error) ? error.kind : undefined;
    if (reported === undefined || reported === null) throw new NotExercised('the error names no kind');
    expectThat(world, reported === 'terminal', {
      expected: 'kind terminal',
      observed: String(reported),
      exchanges: [exchange.id],
    });
  },
});

const outputGone = defineCheck({
  rule: 'job.zdr.output-gone',
  ...every<MediaRoute>('image', 'transcription'),
  async decide(world, route) {
    const { account, held, exchange } = await pass24Hours(world, route);
    if (endCodeOf(exchange) !== 'retention_expired')
      throw new NotExercised('the job was not discarded with retention_expired');
    held.release();
    await held.model.upstreams[0]?.calls()[0]?.ended;
    await finishedJob(world, account, 'succeeded');
    const last = await account.key.job(held.id);
    const job = jobOf(last);
    expectThat(world, job === undefined || (outputOf(job).length === 0 && job.state !== 'succeeded'), {
      expected: 'a discarded job without output, though its endpoint answered later',
      observed: `${String(job?.state)} with ${outputOf(job ?? {}).length} output items`,
      exchanges: [exchange.id, last.id],
    });
  },
});

const finishedInTime = defineCheck({
  rule: 'job.zdr.finished-in-time',
  ...every(...mediaRoutes.flatMap((route) => endStates.map((state) => ({ route, state })))),
  async decide(world, { route, state }) {
    const account = await world.account();
    const before = await finishedJob(world, account, state, route, fragmentOf(world, 'zdr'));
    await account.advance(dayMs + 20 * minuteMs);
    const after = await account.key.job(before.id);
    if (after.response?.status === 404) throw new NotExercised('finished zdr jobs are not kept for a day');
    expectThat(world, endCodeOf(after) !== 'retention_expired', {
      expected: 'the job as it ended, in time',
      observed: 'retention_expired',
      exchanges: [before.exchange.id, after.id],
    });
  },
});

const othersKept = defineCheck({
  rule: 'job.zdr.others-kept',
  ...every<readonly [MediaRoute, 'a job' | 'a retry' | 'a retry of a zdr job' | 'after a zdr job']>(
    ['image', 'a job'],
    ['transcription', 'a job'],
    ['image', 'a retry'],
    ['image', 'after a zdr job'],
    ['image', 'a retry of a zdr job'],
  ),
  async decide(world, [route, what]) {
    const account = await world.account();
    if (what === 'after a zdr job') await finishedJob(world, account, 'succeeded', route, fragmentOf(world, 'zdr'));
    const zdr = what === 'a retry of a zdr job' ? fragmentOf(world, 'zdr') : {};
    const earlier = what.startsWith('a retry') ? await finishedJob(world, account, 'failed', route, zdr) : undefined;
    if (earlier !== undefined) await readAgain(account, earlier.id);
    const extra = earlier === undefined ? {} : { retry_of: earlier.id };
    const { id, job } = await holdJob(account, { route, extra });
    if (what === 'a retry of a zdr job' && retentionOf(world, job) === retentionOf(world, earlier?.job))
      throw new NotExercised('the retry is retained as the zdr job is');
    await account.advance(dayMs + 20 * minuteMs);
    const exchange = await account.key.job(id);
    expectThat(world, endCodeOf(exchange) !== 'retention_expired', {
      expected: 'a job without zdr not to be discarded after 24 hours',
      observed: 'retention_expired',
      exchanges: [exchange.id],
    });
  },
});

function retentionOf(world: World, job: JsonObject | undefined): unknown {
  return partOf(job ?? {}, `${world.prefix}_metadata`)?.retention_class;
}

const event = defineCheck({
  rule: 'job.zdr.event',
  ...every<MediaRoute>('image', 'transcription'),
  async decide(world, route) {
    const account = await world.account();
    const webhook = await account.webhook();
    const held = await holdZdr(world, account, route);
    // A gateway may discard a job no earlier than somebody asks for it.
    const read = await readAfterDay(account, held.id);
    await webhook.received(1, jobOf(read)?.state === 'failed' ? patienceMs : promptMs);
    const types = webhook.deliveries().map((delivery) => deliveryOf(delivery, world.prefix).event?.type);
    const finding = {
      expected: 'job.failed when the zdr job is discarded',
      observed: types.length === 0 ? 'no delivery' : types.join(', '),
      exchanges: [read.id],
    };
    // A job that is gone, or not swept yet, is not shown in a state that an event must report.
    if (!types.includes('job.failed') && jobOf(read)?.state !== 'failed') return caution(world, finding);
    expectThat(world, types.includes('job.failed'), finding);
    const shown = jobOf(read)?.state === 'failed' ? jobOf(read)?.error : undefined;
    const delivered = webhook.deliveries().map((delivery) => dataOf(deliveryOf(delivery, world.prefix)));
    const sent = delivered.find((data) => data?.id === held.id && data.state === 'failed')?.error;
    if (!isObject(shown) || !isObject(sent)) return world.stated();
    // A job's error need not name its kind (freedom F083).
    const names = ['code', 'kind'].filter((name) => !isAbsent(shown[name]) && !isAbsent(sent[name]));
    const part = (error: JsonObject) => Object.fromEntries(names.map((name) => [name, error[name]]));
    expectEqualJson(world, part(shown), part(sent), 'the error of the event, beside that of the read', {
      exchanges: [read.id],
    });
  },
});

/** Zero-data-retention jobs (States and transitions, 1; Limits). */
export default [notBefore, kind, outputGone, finishedInTime, othersKept, event];
