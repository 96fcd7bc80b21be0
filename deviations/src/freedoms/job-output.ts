import type { Job } from '@gateproof/simulator/behaviour';
import { hourMs } from '@gateproof/spec';
import { decide, freedomRows, overrule, together } from '../change.ts';
import { drop, inItems, type JobEdit, type JsonObject, pick, purgedAfter, replace, rewrite } from '../edits/fields.ts';
import { reword } from '../edits/texts.ts';
import { inJobs } from '../operators/edit-messages.ts';
import { since } from '../scopes/jobs.ts';

const tenMinutesMs = 600_000;

/** Edits the files that are deleted. */
const inPurged = (words: string, change: (item: JsonObject) => JsonObject) =>
  inItems(words, (item) => (item.purged_at === undefined ? item : change(item)));
const typeOfPurged = inPurged('type and purged_at of deleted files', (item) => pick(item, 'type', 'purged_at'));
const emptyLinks = inPurged('an empty link once purged', (item) => ({ ...item, url: '' }));
const base64 = reword('output[].checksum_sha256', 'in base64', (hex) => Buffer.from(hex, 'hex').toString('base64'));
const upperCase = reword('output[].checksum_sha256', 'in upper case', (hex) => hex.toUpperCase());

const links = new WeakMap<Job, { readonly items: unknown; readonly untilMs: number }>();
const lastLinks: JobEdit = rewrite('the last links until they have expired', (rendered, { job, nowMs }) => {
  if (!Array.isArray(rendered.output)) return rendered;
  const known = links.get(job);
  if (known !== undefined && nowMs < known.untilMs) return { ...rendered, output: known.items };
  links.set(job, { items: rendered.output, untilMs: Date.parse(String(rendered.output[0]?.url_expires_at)) });
  return rendered;
});

const linksForDays = decide('jobs', 'makes links for forty days', { linkLifetimeMs: 960 * hourMs });
const deleteAfterAnHour = decide('jobs', 'deletes files after an hour', { purgeAfterMs: hourMs });

/** How the output of jobs may be rendered and kept otherwise. */
export const jobOutputVariations = freedomRows({
  'F002 job.output.no-type': inJobs(drop('output[].type')),
  'F002 job.output.bare': inJobs(inItems('links alone', ({ url }) => ({ url }))),
  'F025 job.links.no-expiry': inJobs(drop('output[].url_expires_at')),
  'F025 job.links.elsewhere': inJobs(replace('output[].url', 'https://files.invalid/x.png')),
  'F103 job.links.kept': together(linksForDays, decide('jobs', 'keeps them', { refreshesLinks: false })),
  'F103 job-life.last-link-kept': inJobs(lastLinks),
  'F104 job.purged.soon': deleteAfterAnHour,
  'F104 job-life.purged-before-link': decide('jobs', 'deletes files after an hour, and makes links for a day', {
    purgeAfterMs: hourMs,
    linkLifetimeMs: 24 * hourMs,
  }),
  'F104 job-life.purged-bare': together(deleteAfterAnHour, inJobs(typeOfPurged)),
  'F104 job-life.purged-empty-url': together(deleteAfterAnHour, inJobs(emptyLinks)),
  'F104 job-life.zdr-output-vanishes': inJobs(purgedAfter(tenMinutesMs), 'zdr', since('end', tenMinutesMs)),
  'F106 job.checksum.base64': inJobs(base64),
  'F106 job.checksum.upper-case': inJobs(upperCase),
  'F145 job.output.re-encoded': overrule('jobs.files', 'keeps files made anew from those sent', (files, made) =>
    files(made.map(({ bytes, type }) => ({ type, bytes: Buffer.concat([bytes, Buffer.from([0])]) }))),
  ),
  'F146 job.output.more-items': overrule('jobs.files', 'shows each image twice', (files, made) =>
    files(made.flatMap((file) => (file.type.startsWith('image/') ? [file, file] : [file]))),
  ),
});
