import { isObject, type JsonObject, jsonDifferences } from '@gateproof/harness';
import { serviceNames } from '@gateproof/spec';
import { momentOf } from '../../support/date-time.ts';
import { type JobMoment, jobMoments } from '../../support/job-observations.ts';
import { isAbsent } from '../../support/json.ts';
import { finalStates } from '../../support/media-jobs.ts';
import { heldIf, type Look, shown, standingTable } from '../../support/standing-table.ts';

type Reach = (job: JsonObject, prefix: string) => unknown;

/** The same value as at the first observation that had one. */
function same(
  what: string,
  reach: Reach,
  read: (value: unknown) => unknown = (value) => value,
): (moment: JobMoment) => Look {
  return ({ job, earlier, prefix }) => {
    const value = reach(job, prefix);
    const before = earlier.map((observation) => reach(observation.job, prefix)).find((one) => !isAbsent(one));
    if (typeof value !== 'string' || typeof before !== 'string' || Number.isNaN(read(before))) return undefined;
    return heldIf(read(value) === read(before), `${what} ${String(before)} as before`, value);
  };
}

const requestedModel: Reach = (job, prefix) => {
  const metadata = job[serviceNames(prefix).metadataField];
  return isObject(metadata) ? metadata.requested_model : undefined;
};

/** A started_at may come later; once a finished job has shown it, it stays. */
function startedAt({ job, earlier }: JobMoment): Look {
  const before = earlier.find(({ job: one }) => finalStates.includes(one.state) && !isAbsent(one.started_at))?.job
    .started_at;
  if (isAbsent(before) || isAbsent(job.started_at)) return undefined;
  return heldIf(
    momentOf(job.started_at) === momentOf(before),
    `started_at ${String(before)} as before`,
    job.started_at,
  );
}

/** Which model ran it is known once it is finished. */
function model({ job, earlier }: JobMoment): Look {
  const before = earlier.find(({ job: one }) => finalStates.includes(one.state) && typeof one.model === 'string')?.job;
  if (before === undefined || !finalStates.includes(job.state) || typeof job.model !== 'string') return undefined;
  return heldIf(job.model === before.model, `model ${String(before.model)} as before`, job.model);
}

/** Once shown, it is shown at every later read. */
function retryOf(moment: JobMoment): Look {
  const before = moment.earlier.map(({ job }) => job.retry_of).find((one) => !isAbsent(one));
  if (before === undefined || !isAbsent(moment.job.retry_of)) return same('retry_of', (job) => job.retry_of)(moment);
  return heldIf(false, `retry_of ${String(before)} as before`, 'no retry_of');
}

const itemFacts = ['type', 'bytes', 'checksum_sha256'] as const;

/** What its files are, as far as two observations both say it; a digest may be written in either case (freedom F106). */
function output({ job, earlier }: JobMoment): Look {
  const items = finishedItems(job);
  const before = earlier.map((observation) => finishedItems(observation.job)).findLast(({ length }) => length > 0);
  if (before === undefined || before.length !== items.length) return undefined;
  const pairs = items.flatMap((item, place) =>
    itemFacts.map((name) => ({ name, now: item[name], was: before[place]?.[name], place })),
  );
  const both = pairs.filter(({ now, was }) => !isAbsent(now) && !isAbsent(was));
  const wrong = both.find(({ now, was }) => String(now).toLowerCase() !== String(was).toLowerCase());
  if (both.length === 0 || wrong === undefined) return both.length === 0 ? undefined : 'held';
  return heldIf(false, `${wrong.name} ${String(wrong.was)} of output[${wrong.place}] as before`, wrong.now);
}

/** The files of a job that has succeeded; none where one is purged, since what is shown of it may go with it. */
function finishedItems(job: JsonObject): readonly JsonObject[] {
  const items = job.state === 'succeeded' && Array.isArray(job.output) ? job.output.filter(isObject) : [];
  return items.every(({ purged_at: purgedAt }) => isAbsent(purgedAt)) ? items : [];
}

/** What a finished job ended with, by name; a spelling of a moment is none of it. */
function endOf(job: JsonObject): Readonly<Record<string, unknown>> {
  const { code, kind } = isObject(job.error) ? job.error : {};
  const completedMs = momentOf(job.completed_at);
  return {
    completed_at: Number.isNaN(completedMs) ? undefined : new Date(completedMs).toISOString(),
    model: job.model,
    'error.code': code,
    'error.kind': kind,
    'usage.units': isObject(job.usage) ? job.usage.units : undefined,
  };
}

/** As far as two reads of it both say it; what an event says of it is for `webhook.data.equals-every-read`. */
function end({ job, where, earlier }: JobMoment): Look {
  const first = earlier.find((one) => one.where === 'read' && finalStates.includes(one.job.state));
  if (where !== 'read' || first === undefined || first.job.state !== job.state) return undefined;
  const [was, is] = [endOf(first.job), endOf(job)];
  const names = Object.keys(was).filter((name) => !isAbsent(was[name]) && !isAbsent(is[name]));
  const changed = names.find((name) => jsonDifferences(was[name], is[name]).length > 0) ?? '';
  if (names.length === 0) return undefined;
  return heldIf(
    changed === '',
    `${changed} ${shown(was[changed])} as at the first read of the finished job`,
    is[changed],
  );
}

/** What a job keeps in every observation. */
export default standingTable(jobMoments, {
  'job.identity.id': ({ job, askedId }) =>
    askedId === undefined ? undefined : heldIf(job.id === askedId, `the job ${askedId} that was asked for`, job.id),
  'job.identity.id-prefix': ({ job }) =>
    heldIf(String(job.id).startsWith('job_'), 'an id with the prefix job_', job.id),
  'job.identity.generation-id': same('generation_id', (job) => job.generation_id),
  'job.identity.created-at': same('created_at', (job) => job.created_at, momentOf),
  'job.identity.modality': same('modality', (job) => job.modality),
  'job.identity.model': model,
  'job.identity.requested-model': same('requested_model', requestedModel),
  'job.identity.retry-of': retryOf,
  'job.identity.output': output,
  'job.identity.started-at': startedAt,
  'job.identity.end': end,
});
