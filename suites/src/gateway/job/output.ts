import { createHash } from 'node:crypto';
import {
  type Account,
  caution,
  defineCheck,
  expectThat,
  isObject,
  type JsonObject,
  NotExercised,
  script,
  turn,
  type World,
} from '@gateproof/harness';
import { hourMs } from '@gateproof/spec';
import { controlModelRead } from '../../support/control-model-read.ts';
import { momentOf } from '../../support/date-time.ts';
import { openFile, openLink } from '../../support/downloads.ts';
import { every } from '../../support/every.ts';
import { readAgain } from '../../support/finished-jobs.ts';
import { mediaModel } from '../../support/held-jobs.ts';
import { dateOf, type JobObservation, jobObservations } from '../../support/job-observations.ts';
import { isAbsent, isFilledString } from '../../support/json.ts';
import { jobOf, outputOf, type SubmittedJob, submitJob, untilState } from '../../support/media-jobs.ts';
import { outputJobs, succeededJob } from '../../support/output-jobs.ts';
import { heldIf, type Look, standingTable } from '../../support/standing-table.ts';

/** What a clock that is read twice on the way may be off by. */
const slackMs = 5_000;

/** No case takes as long: a job that was created earlier by the target's `Date` is of an account whose clock is behind that. */
const longestCaseMs = 10 * 60_000;

/**
 * A link as just read is not over. The account's clock may be ahead of the target's own, so what is past by the target's `Date` is past for
 * sure; of a clock that is behind it, or where no `Date` is sent, we know only that the job has ended.
 */
function unexpired({ job, exchange, where }: JobObservation): Look {
  const dateMs = dateOf(exchange);
  if (where === 'event' || where === 'submission') return undefined;
  const isBehind = dateMs !== undefined && momentOf(job.created_at) < dateMs - longestCaseMs;
  const nowMs = isBehind || dateMs === undefined ? momentOf(job.completed_at) : dateMs;
  if (Number.isNaN(nowMs)) return undefined;
  const expiries = outputOf(job)
    .filter(({ purged_at }) => isAbsent(purged_at))
    .map(({ url_expires_at }) => url_expires_at);
  const reported = expiries.filter((value) => !Number.isNaN(momentOf(value)));
  if (reported.length === 0) return undefined;
  const past = reported.find((value) => momentOf(value) < nowMs - slackMs);
  return heldIf(past === undefined, 'a url_expires_at that is still to come', past);
}

function none(state: string): (observation: JobObservation) => Look {
  return ({ job }) =>
    job.state === state
      ? heldIf(outputOf(job).length === 0, `no output items on a ${state} job`, job.output)
      : undefined;
}

/** Output may be purged, but not before it was made. */
function onSucceeded({ job }: JobObservation): Look {
  if (job.state !== 'succeeded') return undefined;
  const items = outputOf(job);
  const endedMs = momentOf(job.completed_at);
  const isPurgedTooSoon = items.some(({ purged_at }) => momentOf(purged_at) < endedMs - slackMs);
  return heldIf(
    items.length > 0 && !isPurgedTooSoon,
    'at least one output item on a succeeded job, and none that was purged before the job ended',
    job.output,
  );
}

/** Output by state (States and transitions; Resources › Output item). */
const standing = standingTable(jobObservations, {
  'job.output.on-succeeded': onSucceeded,
  'job.output.none-on-failed': none('failed'),
  'job.output.none-on-canceled': none('canceled'),
  'job.output.link-unexpired': unexpired,
});

const bytesMatch = defineCheck({
  rule: 'job.output.bytes-match',
  ...every(...outputJobs),
  async decide(world, what) {
    const { job } = await succeededJob(world, await world.account(), what);
    const items = outputOf(job).filter(({ bytes }) => typeof bytes === 'number');
    if (items.length === 0) throw new NotExercised('the output item names no bytes');
    for (const item of items) {
      const { exchange, bytes } = await openFile(world, item);
      expectThat(world, bytes.length === item.bytes, {
        expected: `bytes ${bytes.length}, the size of the file`,
        observed: String(item.bytes),
        exchanges: [exchange.id],
      });
    }
  },
});

/** In hexadecimal of either case, or in base64 (freedom F106). */
const checksumMatch = defineCheck({
  rule: 'job.output.checksum-match',
  ...every(...outputJobs),
  async decide(world, what) {
    const account = await world.account();
    const { id, job } = await succeededJob(world, account, what);
    const items = outputOf(job).filter(({ checksum_sha256: reported }) => isFilledString(reported));
    if (items.length === 0) throw new NotExercised('the output item names no checksum');
    // The items of a later read are of the same files.
    const later = outputOf(jobOf(await account.key.job(id)) ?? {});
    for (const item of [...items, ...later].filter(({ checksum_sha256: reported }) => isFilledString(reported))) {
      const reported = String(item.checksum_sha256);
      const { exchange, bytes } = await openFile(world, item);
      const digest = createHash('sha256').update(bytes).digest();
      const spellings = [digest.toString('base64'), digest.toString('base64url')];
      expectThat(world, reported.toLowerCase() === digest.toString('hex') || spellings.includes(reported), {
        expected: `checksum_sha256 ${digest.toString('hex')}`,
        observed: reported,
        exchanges: [exchange.id],
      });
    }
  },
});

/** The input that asks for a number of images, as most gateways name it. */
const numberInput = 'n';

/** Only who asked for a number can count (freedom F146). */
const eachImage = defineCheck({
  rule: 'job.output.each-image',
  ...every(1, 2, 3, 10),
  describe: (count) => (count === 1 ? 'one image' : `${count} images`),
  async decide(world, count) {
    const account = await world.account();
    const model = await mediaModel(account, 'image', [script(turn({ kind: 'image', count }))]);
    const { inputs } = (await controlModelRead(account.key, model.id)).model;
    const listed = isObject(inputs) && isObject(inputs.properties) ? inputs.properties : inputs;
    if (!isObject(listed) || !Object.hasOwn(listed, numberInput))
      throw new NotExercised(`the model's entry lists no input ${numberInput}, so that no number can be asked for`);
    const { id } = await submitJob(account.key, model, { [numberInput]: count });
    const { job, exchange } = await untilState(world, account.key, id, 'succeeded');
    const { length } = outputOf(job);
    const finding = {
      expected: `output items: ${count}, as many as ${numberInput} asked for and the endpoint made`,
      observed: `output items: ${length}`,
      exchanges: [exchange.id],
    };
    expectThat(world, length >= count, finding);
    if (length > count) caution(world, finding);
  },
});

/** A job can be read for a day at least (freedom F104), and its files are there unless they are reported as purged. */
const halfDayMs = 12 * hourMs;
/** Nobody waits longer than this for a link to expire. */
const longestLifetimeMs = 7 * 24 * hourMs;

/** Whether a link leads to its file; undefined when that can't be seen from here. */
async function opens(world: World, item: JsonObject | undefined): Promise<boolean | undefined> {
  try {
    const status = (await openLink(world, item)).response?.status ?? 0;
    return status >= 200 && status < 400;
  } catch (thrown) {
    if (thrown instanceof NotExercised) return undefined;
    throw thrown;
  }
}

/** Lets the links of a job expire, and so much time pass, and states that another read gives new ones. */
async function refreshed(
  world: World,
  account: Account,
  before: SubmittedJob,
  { opened, leastMs = 0 }: { readonly opened: boolean | undefined; readonly leastMs?: number },
): Promise<SubmittedJob> {
  const expiries = outputOf(before.job).map(({ url_expires_at }) => momentOf(url_expires_at));
  const lastMs = Math.max(...expiries);
  const waitMs = lastMs - (await account.now());
  if (!Number.isFinite(lastMs) || waitMs > longestLifetimeMs)
    throw new NotExercised('no link of the output says that it expires within a week');
  await account.advance(Math.max(leastMs, Math.max(0, waitMs) + 60_000));
  const after = await readAgain(account, before.id);
  const nowMs = await account.now();
  const kept = outputOf(after.job).filter(({ purged_at }) => isAbsent(purged_at));
  if (kept.length === 0) throw new NotExercised('the files were purged before their links expired');
  const exchanges = [before.exchange.id, after.exchange.id];
  for (const item of kept) {
    const fresh = !isAbsent(item.url) && !(momentOf(item.url_expires_at) <= nowMs);
    expectThat(world, fresh, {
      expected: `a link that expires after ${new Date(nowMs).toISOString()}, the time of the read`,
      observed: `url ${String(item.url)}, url_expires_at ${String(item.url_expires_at)}`,
      exchanges,
    });
    expectThat(world, opened !== true || (await opens(world, item)) !== false, {
      expected: 'the fresh link to lead to its file, as the first one did',
      observed: `${String(item.url)} does not`,
      exchanges,
    });
  }
  return after;
}

const freshLink = defineCheck({
  rule: 'job.output.fresh-link',
  ...every(...outputJobs),
  async decide(world, what) {
    const account = await world.account();
    const first = await succeededJob(world, account, what);
    const opened = await opens(world, outputOf(first.job)[0]);
    // The links of a read, and those of a read long after them.
    const again = await refreshed(world, account, first, { opened });
    await refreshed(world, account, again, { opened, leastMs: halfDayMs });
  },
});

export default [standing, bytesMatch, checksumMatch, eachImage, freshLink];
