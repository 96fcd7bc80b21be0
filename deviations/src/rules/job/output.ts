import { isFinal, type Job, type JobFile, type JobView } from '@gateproof/simulator/behaviour';
import { hourMs } from '@gateproof/spec';
import { type Change, decide, overrule, remembering, rows, together } from '../../change.ts';
import { append, drop, edit, inItems, inLaterItems, purgedAfter, replace, set } from '../../edits/fields.ts';
import { past, shift } from '../../edits/texts.ts';
import { inJobs } from '../../operators/edit-messages.ts';
import { counting } from '../../requests/seen.ts';
import { fromTheSecond, since, theFirstTime } from '../../scopes/jobs.ts';

/** Gives the files of a job that has ended to those that run when it is found. */
const filesOfOthers = remembering((others = new WeakMap<Job, readonly JobFile[]>()) =>
  overrule('jobs.find', 'keeps files of a finished job for those that run', (find, id, account, ...search) => {
    const found = find(id, account, ...search);
    if (found?.stage.state !== 'succeeded') return found;
    for (const job of account.jobs.values())
      if (job.kind === found.kind && !isFinal(job.stage.state)) others.set(job, found.stage.files);
    found.stage = { ...found.stage, files: others.get(found) ?? found.stage.files };
    return found;
  }),
);

const deadLink = append('output[].url', '0');
const expired = replace('output[].url_expires_at', past);
const otherChecksum = replace('output[].checksum_sha256', 'ab'.repeat(32));
const oneByteMore = edit('output[].bytes', 'with one more', (bytes) => Number(bytes) + 1);
const pathAlone = edit('output[].url', 'without its host', (url) => new URL(String(url)).pathname);

/** Keeps other files than the endpoint sent. */
const keep = (words: string, files: (sent: readonly JobFile[]) => readonly JobFile[]): Change =>
  decide('jobs', `keeps ${words}`, { files });

type IsOfType = (type: string) => boolean;
const withBytes =
  (change: (bytes: Uint8Array) => Uint8Array, isMeant: IsOfType = () => true) =>
  (files: readonly JobFile[]) =>
    files.map((file) => (isMeant(file.type) ? { type: file.type, bytes: change(file.bytes) } : file));
const empty = () => Buffer.alloc(0);
const upTo64KiB = (bytes: Uint8Array) => bytes.subarray(0, 65_536);
const isText = (type: string) => type.startsWith('text/');
const narrow = (bytes: Uint8Array) => {
  const text = Buffer.from(bytes).toString();
  return Buffer.from(text.replace(/[^\0-\xff]/gu, '?'), 'latin1');
};

/** The file with another last byte each time that it is read. */
function changing({ bytes, type }: JobFile): JobFile {
  const count = counting();
  return {
    type,
    get bytes() {
      return Buffer.concat([bytes, Buffer.from([count() % 256])]);
    },
  };
}

/** Keeps the files of the job before, among those whose type fits. */
const ofTheOneBefore = (words: string, fits: (type: string) => boolean): Change =>
  remembering(() => {
    let before: readonly JobFile[] | undefined;
    return keep(`the ${words} of the job before`, (sent) => {
      if (!fits(sent[0]?.type ?? '')) return sent;
      const kept = before ?? sent;
      before = sent;
      return kept;
    });
  });

const characters = inItems('the number of characters as bytes', (item, { job: { stage } }, place) => {
  const file = stage.state === 'succeeded' ? stage.files[place] : undefined;
  return file === undefined || !isText(file.type) ? item : { ...item, bytes: String(Buffer.from(file.bytes)).length };
});

type ExpiresAtMs = (view: JobView, endedAtMs: number) => number;

/** Makes links, or parts of them, that expire at another moment. */
const linkedUntil = (words: string, expiresAtMs: ExpiresAtMs, parts: readonly ('url' | 'url_expires_at')[]) =>
  inItems(words, (item, view, place) => {
    const { stage } = view.job;
    if (item.url === undefined || !('completedAtMs' in stage)) return item;
    const atMs = expiresAtMs(view, stage.completedAtMs);
    const made = { url: view.link(place, atMs), url_expires_at: new Date(atMs).toISOString() };
    return { ...item, ...Object.fromEntries(parts.map((part) => [part, made[part]])) };
  });
const firstLink = ({ linkLifetimeMs }: JobView, endedAtMs: number) => endedAtMs + linkLifetimeMs;
const renewedOnce = (view: JobView, endedAtMs: number) =>
  Math.min(view.nowMs, firstLink(view, endedAtMs)) + view.linkLifetimeMs;

const linksForDays = decide('jobs', 'makes links for forty days', { linkLifetimeMs: 960 * hourMs });
/** The output of a job, and its files. */
export const jobOutput = rows('job.output', {
  'on-succeeded': inJobs(replace('output', [])),
  'on-succeeded:transcription': inJobs(drop('output'), 'transcription'),
  'on-succeeded:empty': inJobs(replace('output', []), 'transcription'),
  'on-succeeded:first': inJobs(replace('output', []), 'succeeded', 'read', theFirstTime()),
  'on-succeeded:purged-first': decide('jobs', 'purges files an hour before their end', { purgeAfterMs: -hourMs }),
  'none-on-failed': inJobs(set('output', [{ type: 'image/png' }]), 'failed'),
  'none-on-failed:transcription': inJobs(set('output', [{ type: 'text/plain', bytes: 0 }]), 'transcription', 'failed'),
  'none-on-canceled': inJobs(set('output', [{ type: 'image/png' }]), 'canceled'),
  'link-unexpired': inJobs(expired),
  'link-unexpired:second': inJobs(inLaterItems(replace('url_expires_at', past))),
  'link-unexpired:transcription': inJobs(expired, 'transcription'),
  'fresh-link': decide('jobs', "keeps the links of the job's end", { refreshesLinks: false }),
  'fresh-link:transcription': inJobs(linkedUntil('the first expiry', firstLink, ['url_expires_at']), 'transcription'),
  'fresh-link:old-url': inJobs(linkedUntil('the first url', firstLink, ['url'])),
  'fresh-link:once': inJobs(linkedUntil('links renewed once', renewedOnce, ['url', 'url_expires_at'])),
  'fresh-link:hour': inJobs(deadLink, since('end', hourMs)),
  'link-opens': inJobs(deadLink),
  'link-opens:second': inJobs(inLaterItems(append('url', '0'))),
  'link-opens:transcription': inJobs(deadLink, 'transcription'),
  'link-opens:short-lived': inJobs(shift('output[].url_expires_at', hourMs)),
  'link-opens:event': inJobs(deadLink, 'event'),
  'link-opens:event-path': inJobs(pathAlone, 'event'),
  'link-expires': inJobs(linkedUntil('links that live on', ({ nowMs }) => nowMs + 960 * hourMs, ['url'])),
  'purged-gone': together(linksForDays, inJobs(purgedAfter(hourMs), since('end', hourMs))),
  'bytes-match': inJobs(edit('output[].bytes', 'as the size in base64', (bytes) => Math.ceil(Number(bytes) * 1.33))),
  'bytes-match:characters': inJobs(characters),
  'bytes-match:second': inJobs(inLaterItems(edit('bytes', 'with one more', (bytes) => Number(bytes) + 1))),
  'bytes-match:transcription': inJobs(oneByteMore, 'transcription'),
  'checksum-match': inJobs(otherChecksum),
  'checksum-match:second': inJobs(inLaterItems(replace('checksum_sha256', 'ab'.repeat(32)))),
  'checksum-match:again': inJobs(otherChecksum, 'succeeded', 'read', fromTheSecond()),
  'checksum-match:transcription': inJobs(otherChecksum, 'transcription'),
  'each-image': keep('the first image', (files) => files.slice(0, 1)),
  'each-image:two': keep('two images at most', (files) => files.slice(0, 2)),
  'each-image:four': keep('four images at most', (files) => files.slice(0, 4)),
  'file-of-endpoint': keep('empty files', withBytes(empty)),
  'file-of-endpoint:changing': keep('files that change with every read', (files) => files.map(changing)),
  'file-of-endpoint:narrow': keep('texts in latin1', withBytes(narrow, isText)),
  'file-of-endpoint:long': keep('the first 64 KiB of files', withBytes(upTo64KiB)),
  'file-of-endpoint:mixed': ofTheOneBefore('files', () => true),
  'file-of-endpoint:transcripts': ofTheOneBefore('texts', isText),
  'file-of-endpoint:together': filesOfOthers,
});
