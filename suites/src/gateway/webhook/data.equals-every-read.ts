import {
  type Exchange,
  type History,
  type JsonDifference,
  type JsonObject,
  jsonDifferences,
  type StandingCheck,
} from '@gateproof/harness';
import { serviceNames } from '@gateproof/spec';
import { type JobObservation, jobObservations } from '../../support/job-observations.ts';
import { isAbsent } from '../../support/json.ts';
import { finalStates, outputOf, partOf } from '../../support/media-jobs.ts';
import { heldIf, judgementOf, shown } from '../../support/standing-table.ts';

const rule = 'webhook.data.equals-every-read';

const kept = [
  'id',
  'generation_id',
  'object',
  'modality',
  'model',
  'created_at',
  'started_at',
  'completed_at',
] as const;

/** What the contract says of a finished job that neither settles, nor is renewed, nor left to the gateway (freedoms F004, F077, F080). */
function factsOf({ job, prefix }: JobObservation): JsonObject {
  const { metadataField } = serviceNames(prefix);
  const entries = [...kept, 'error', 'retry_of', metadataField].map((name) => [name, job[name]]);
  const usage = partOf(job, 'usage');
  const items = outputOf(job).map(({ type, bytes, url, checksum_sha256: digest }) => {
    return { type, bytes, url: typeof url, digest: typeof digest === 'string' ? digest.toLowerCase() : digest };
  });
  return {
    ...Object.fromEntries(entries),
    ...(usage === undefined ? {} : { usage: { units: usage.units } }),
    // Files go in time, and what is said of them with them (freedoms F025, F104).
    ...(outputOf(job).every(({ purged_at: purgedAt }) => isAbsent(purgedAt)) && items.length > 0
      ? { output: items }
      : {}),
  };
}

/** What may be there later only, or go again. */
const comesAndGoes = /^\$\.(started_at|usage|output|output\[\d+\]\.\w+)$/;

/** Whether an event may differ so from a read. */
function isLegal({ path, expected, observed }: JsonDifference, isReadBefore: boolean): boolean {
  if (isAbsent(expected) && isAbsent(observed)) return true;
  // What a message says may change in time (freedom F112).
  if (path === '$.error.message' && !isReadBefore) return true;
  if (!comesAndGoes.test(path) || (!isAbsent(expected) && !isAbsent(observed))) return false;
  // Output can be gone by a later attempt, but then all of it.
  return !isReadBefore || isAbsent(expected) || path === '$.output';
}

function differenceIn(event: JobObservation, read: JobObservation): JsonDifference | undefined {
  const isReadBefore = read.untilMs <= event.fromMs;
  return jsonDifferences(factsOf(read), factsOf(event)).find((one) => !isLegal(one, isReadBefore));
}

function* judge(history: History): ReturnType<StandingCheck['judge']> {
  const ends = jobObservations(history).filter(({ job }) => finalStates.includes(job.state));
  const reads = Map.groupBy(
    ends.filter(({ where }) => where === 'read'),
    ({ job }) => job.id,
  );
  for (const event of ends.filter(({ where }) => where === 'event')) {
    const ofJob = (reads.get(event.job.id) ?? []).filter(({ job }) => job.state === event.job.state);
    const [first] = ofJob;
    if (first === undefined) continue;
    const found = ofJob.map((read) => ({ read, difference: differenceIn(event, read) }));
    const { read, difference } = found.find((one) => one.difference !== undefined) ?? { read: first };
    const exchanges: readonly Exchange['id'][] = [event.exchange.id, read.exchange.id];
    const field = difference?.path.replace(/^\$\./, '');
    const look = heldIf(
      difference === undefined,
      `${field} ${shown(difference?.expected)} in the data of the event, as in the read`,
      difference?.observed,
    );
    if (look !== undefined) yield judgementOf(rule, exchanges, look);
  }
}

/** Whatever leads to an event, its data is the Job that is read: of every case in which a job is both read and delivered. */
export default { rules: [rule], judge } satisfies StandingCheck;
