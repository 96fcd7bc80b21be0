import type { Job, JobView } from '@gateproof/simulator/behaviour';
import { dayMs, hourMs, minuteMs } from '@gateproof/spec';
import { afterwards, decide, freedomRows, overrule, remembering, together } from '../change.ts';
import { all, append, drop, edit, fill, inItems, pick, purgedAfter, replace, rewrite, set } from '../edits/fields.ts';
import { everyTime, later, reword } from '../edits/texts.ts';
import { recode, refuse } from '../operators/answers.ts';
import { inJobs } from '../operators/edit-messages.ts';
import { counting, firstTimes, type JsonObject } from '../requests/seen.ts';
import { failedWith } from '../scopes/deliveries.ts';
import { about, jobsWhere, since } from '../scopes/jobs.ts';

/** Well within the first second, in which a new job need not be found. */
const replicaLagMs = 60;
/** The simulator waits longer than this for the endpoints of jobs alone. */
const chatLimitMs = 60_000;
const costOf = (billingUsd: number, source: string, status: string, version: string) => ({
  units: {},
  cost: { billing_usd: billingUsd, cost_source: source, cost_status: status, price_version: version },
});
const noUsage = costOf(0, 'none', 'final', '2026-11-01');
const withNoUsage = set('usage', noUsage);
const otherModality = edit('modality', 'renamed', (word) => (word === 'image' ? 'image_generation' : 'transcription'));
const otherMetadata = all(
  ...[replace('*_metadata.retention_class', 'ephemeral-30d'), replace('*_metadata.region', 'eu-north-9')],
  replace('*_metadata.policy', ['p1']),
);
const generationAlone = edit('*_metadata', 'with the generation alone', (metadata) => pick(metadata, 'generation_id'));
const codeAlone = edit('error', 'of a code and a message', (error) => error && pick(error, 'code', 'message'));
const moreFields = rewrite('more fields', (job) => ({ ...job, links: { self: '/x' }, metadata: null, tags: [] }));
const toEncode = ' é?#100%';
const optional = ['started_at', 'completed_at', 'output', 'usage', 'error', 'retry_of'];
const nulls = all(...optional.map((field) => fill(field, null)));
const microseconds = everyTime('with an offset and microseconds', (time) =>
  time.replace(/\.?(\d{3})?Z$/, (_end, millis = '000') => `.${millis}123+00:00`),
);
const farWest = everyTime('far in the west', (time) => later(time, -8 * hourMs).replace('Z', '000000-08:00'));

const count = counting();
const comesAndGoes = edit('progress.percent', 'coming and going', () => 90.5 - (count() % 7) * 10);
const isNew = jobsWhere(`for ${replicaLagMs} ms`, ({ job, nowMs }) => nowMs < job.createdAtMs + replicaLagMs);
const readJobs = new WeakSet<Job>();
const readBefore = jobsWhere('that were read before', ({ job, where }) => {
  const isKnown = readJobs.has(job);
  if (where === 'read') readJobs.add(job);
  return isKnown;
});

const waitsAfterLimit = remembering((limited = new WeakSet<object>()) => [
  afterwards('', ({ account }, answer) => {
    if (account !== undefined && answer?.status === 429) limited.add(account);
  }),
  decide('jobs', 'lets jobs of an account that was beyond its rate wait a few seconds', {
    queuedForMs: (account) => (limited.has(account) ? 3_000 : 0),
  }),
]);

const lateCancels = remembering(() => {
  const next = firstTimes(4, 8_000);
  const waits = new WeakMap<Job, number>();
  return decide('jobs', 'lets its first cancels take effect after eight seconds', {
    cancelTakesMs(job) {
      const ms = waits.get(job) ?? next();
      waits.set(job, ms);
      return ms;
    },
  });
});

/** How jobs may live and be rendered otherwise. */
export const jobVariations = freedomRows({
  'F001 job.modality.words': inJobs(otherModality),
  'F003 job.cost.words': inJobs(replace('usage', costOf(0.04, 'metered', 'estimated', 'v7'))),
  'F004 job-life.cost-settles': together(
    inJobs(replace('usage.cost.cost_status', 'estimated')),
    inJobs(replace('usage.cost.cost_status', 'final'), since('end', minuteMs)),
  ),
  'F005 job.metadata.words': inJobs(otherMetadata),
  'F005 job.metadata.bare': inJobs(generationAlone),
  'F013 job.queued.never-processing': inJobs(all(set('state', 'queued'), drop('started_at')), 'processing'),
  'F013 job.queued.skipped': inJobs(set('state', 'processing'), 'queued'),
  'F013 job-life.two-at-once': decide('jobs', 'runs two jobs of an account at a time', { worksAtOnce: 2 }),
  'F013 job-work.one-at-a-time': decide('jobs', 'runs one job of an account at a time', { worksAtOnce: 1 }),
  'F013 job-work.late-turn': waitsAfterLimit,
  'F013 job-work.late-start': remembering((queuedForMs = firstTimes(6, 7_000)) =>
    decide('jobs', 'begins its first jobs seven seconds late', { queuedForMs }),
  ),
  'F014 job.cancel.pending': decide('jobs', 'shows canceled a moment after the cancel', { cancel: 'pending' }),
  'F014 job-work.cancel-after-call': decide('jobs', 'shows canceled once the endpoint ended', { cancel: 'after-call' }),
  'F014 job-work.late-cancel': lateCancels,
  'F014 job-work.may-win': decide('jobs', 'cancels after twenty seconds, unless the work is done first', {
    cancelTakesMs: () => 20_000,
    workMayWin: true,
  }),
  'F016 job.cancel.conflict-code': recode('job_already_finished', { code: 'idempotency_conflict', status: 409 }),
  'F016 job.cancel.own-code': recode('job_already_finished', { code: 'invalid_state', status: 409 }),
  'F026 job.extra-fields': inJobs(moreFields),
  'F054 job-work.patient': decide('routing', 'waits ten days for the endpoint of a job', {
    silenceLimitMs: (limitMs) => (limitMs > chatLimitMs ? 10 * dayMs : limitMs),
  }),
  'F055 job-work.tries-again': decide('jobs', 'tries failed jobs twice more', { triesAgainAfterMs: [30_000, 300_000] }),
  'F072 job.inputs.http-audio': overrule('jobs.inputProblem', 'accepts any audio URL', (present, kind, body) =>
    kind === 'transcription' ? undefined : present(kind, body),
  ),
  'F076 job.zdr.get-504': decide('jobs', 'answers discarded jobs with 504', { discardedRead: 'retention_expired' }),
  'F076 job.zdr.get-404': decide('jobs', 'answers discarded jobs with 404', { discardedRead: 'job_not_found' }),
  'F076 job.zdr.silent': decide('jobs', 'answers reads of a discarded job with 504 and sends no event of it', {
    discardedRead: 'retention_expired',
    announces: (job) => !failedWith(job, 'retention_expired'),
  }),
  'F079 job.times.whole-seconds': inJobs(everyTime('in whole seconds', (time) => time.replace(/\.\d+Z$/, 'Z'))),
  'F079 job.times.offset': inJobs(microseconds),
  'F079 job-life.times-far-west': inJobs(farWest),
  'F079 job.times.no-started-at': inJobs(drop('started_at')),
  'F079 job.times.no-completed-at': inJobs(drop('completed_at')),
  'F079 job.null-for-absent': inJobs(nulls),
  'F080 job.progress.fractions': together(
    inJobs(set('progress', { percent: 0.3, phase: 'rendering frames' })),
    inJobs(set('progress', { percent: 1, phase: 'rendering frames' }), 'ended'),
  ),
  'F080 job.progress.empty': inJobs(set('progress', {})),
  'F080 job-life.progress-falls': inJobs(comesAndGoes, 'processing'),
  'F080 job-life.archived': inJobs(replace('progress.phase', 'archived'), since('end', 10 * minuteMs)),
  'F081 job.usage.absent': inJobs(drop('usage')),
  'F081 job.usage.always': inJobs(fill('usage', { ...noUsage, units: { images: 0 } })),
  'F081 job-life.usage-of-nothing': together(inJobs(withNoUsage, 'failed'), inJobs(withNoUsage, 'canceled')),
  'F081 job-work.failed-cost-settles': together(
    inJobs(set('usage', costOf(0, 'none', 'estimated', '2026-11-01')), 'failed'),
    inJobs(set('usage', noUsage), 'failed', readBefore),
  ),
  'F082 job.error.on-canceled': inJobs(set('error', { code: 'canceled', message: 'Canceled.' }), 'canceled'),
  'F082 job.output.while-processing': inJobs(fill('output', [])),
  'F082 job-life.partial-output': inJobs(set('output', [{ type: 'image/png' }]), 'processing'),
  'F082 job-life.empty-lists': inJobs(fill('output', [])),
  'F083 job.error.null-scope': inJobs(fill('error.scope', null)),
  'F083 job.error.bare': inJobs(codeAlone),
  'F083 job-life.error-says-more': inJobs(all(replace('error.scope', 'endpoint'), fill('error.retryable', false))),
  'F084 job.cancel.202': decide('jobs', 'answers an accepted cancel with 202', { cancelStatus: 202 }),
  'F085 job.cancel.pending-refuses-second': decide('jobs', 'refuses a second cancel while the first is pending', {
    cancel: 'pending',
    acceptsSecondCancel: false,
  }),
  'F086 job.retry-of.unknown-accepted': decide('jobs', 'accepts a retry_of of no job', { unknownRetry: 'accept' }),
  'F086 job.retry-of.unknown-400': decide('jobs', 'refuses a retry_of of no job', { unknownRetry: 'invalid_request' }),
  'F104 job-life.readable-a-day': decide('jobs', 'forgets jobs after 25 hours', { readableForMs: 25 * hourMs }),
  'F105 job.restricted-key.403': decide('jobs', 'refuses reads by other keys', { restrictedCode: 'forbidden' }),
  'F105 job.restricted-key.404': decide('jobs', 'hides jobs from other keys', { restrictedCode: 'job_not_found' }),
  'F108 job.zdr.sweep': decide('jobs', 'discards zdr jobs five minutes late', { zdrLifetimeMs: dayMs + 5 * minuteMs }),
  'F108 job-life.zdr-half-an-hour-late': decide('jobs', 'discards zdr jobs half an hour late', {
    zdrLifetimeMs: dayMs + 30 * minuteMs,
  }),
  'F109 job.id.odd-characters': together(
    inJobs(append('id', toEncode)),
    overrule('jobs.find', '', (find, id, ...by) =>
      id.endsWith(toEncode) ? find(id.slice(0, -toEncode.length), ...by) : undefined,
    ),
  ),
  'F110 job.final-in-202': decide('jobs', 'waits so that quick jobs are final in their 202', { submissionWaitMs: 150 }),
  'F110 job.read.replica-lag': refuse(about('read', isNew), 'job_not_found'),
  'F123 job.model.alias': inJobs(append('model', '-2026-01-01')),
  'F123 job-work.model-version': inJobs(append('model', '@2026-01-01')),
});

const tenMinutesMs = 600_000;

/** Edits the files that are deleted. */
const inPurged = (words: string, change: (item: JsonObject) => JsonObject) =>
  inItems(words, (item) => (item.purged_at === undefined ? item : change(item)));
const typeOfPurged = inPurged('type and purged_at of deleted files', (item) => pick(item, 'type', 'purged_at'));
const emptyLinks = inPurged('an empty link once purged', (item) => ({ ...item, url: '' }));
const base64 = reword('output[].checksum_sha256', 'in base64', (hex) => Buffer.from(hex, 'hex').toString('base64'));
const upperCase = reword('output[].checksum_sha256', 'in upper case', (hex) => hex.toUpperCase());
const links = new WeakMap<Job, { readonly items: unknown; readonly untilMs: number }>();
const lastLinks = rewrite('the last links until they have expired', (rendered, { job, nowMs }: JobView) => {
  if (!Array.isArray(rendered.output)) return rendered;
  const known = links.get(job);
  if (known !== undefined && nowMs < known.untilMs) return { ...rendered, output: known.items };
  links.set(job, { items: rendered.output, untilMs: Date.parse(String(rendered.output[0]?.url_expires_at)) });
  return rendered;
});

const linksFor = (days: number) => decide('jobs', `makes links for ${days} days`, { linkLifetimeMs: days * dayMs });
const deleteAfterAnHour = decide('jobs', 'deletes files after an hour', { purgeAfterMs: hourMs });

/** How the output of jobs may be rendered and kept otherwise. */
export const jobOutputVariations = freedomRows({
  'F002 job.output.no-type': inJobs(drop('output[].type')),
  'F002 job.output.bare': inJobs(inItems('links alone', ({ url }) => ({ url }))),
  'F025 job.links.no-expiry': inJobs(drop('output[].url_expires_at')),
  'F025 job.links.elsewhere': inJobs(replace('output[].url', 'https://files.invalid/x.png')),
  'F103 job.links.kept': together(linksFor(40), decide('jobs', 'keeps them', { refreshesLinks: false })),
  'F103 job-life.last-link-kept': inJobs(lastLinks),
  'F104 job.purged.soon': deleteAfterAnHour,
  'F104 job-life.purged-before-link': together(deleteAfterAnHour, linksFor(1)),
  'F104 job-life.purged-bare': together(deleteAfterAnHour, inJobs(typeOfPurged)),
  'F104 job-life.purged-empty-url': together(deleteAfterAnHour, inJobs(emptyLinks)),
  'F104 job-life.zdr-output-vanishes': inJobs(purgedAfter(tenMinutesMs), 'zdr', since('end', tenMinutesMs)),
  'F106 job.checksum.base64': inJobs(base64),
  'F106 job.checksum.upper-case': inJobs(upperCase),
  'F145 job.links.redirect': decide('jobs', 'redirects links to where the files lie', { redirectsLinks: true }),
  'F145 job.output.re-encoded': overrule('jobs.files', 'keeps files made anew from those sent', (files, made) =>
    files(made.map(({ bytes, type }) => ({ type, bytes: Buffer.concat([bytes, Buffer.from([0])]) }))),
  ),
  'F146 job.output.more-items': overrule('jobs.files', 'shows each image twice', (files, made) =>
    files(made.flatMap((file) => (file.type.startsWith('image/') ? [file, file] : [file]))),
  ),
});
