import { type JobFile, type JobView, patch } from '@gateproof/simulator/behaviour';
import { type Change, change, decide } from '../../change.ts';
import { append, drop, edit, replace, set } from '../../edits.ts';
import { inItems, inLaterItems } from '../../job-edits.ts';
import { since, theFirstTime } from '../../job-scopes.ts';
import { inJobs } from '../../operators/edit-messages.ts';
import { rows } from '../../rows.ts';
import { past, shift } from '../../time-edits.ts';
import { filesOfOthers } from './files-of-others.ts';

const hourMs = 3_600_000;

const deadLink = append('output[].url', '0');
const expired = replace('output[].url_expires_at', past);
const otherChecksum = replace('output[].checksum_sha256', 'ab'.repeat(32));
const oneByteMore = edit('output[].bytes', 'with one more', (bytes) => Number(bytes) + 1);
const asBase64 = edit('output[].bytes', 'as the size in base64', (bytes) => Math.ceil(Number(bytes) * 1.33));
const pathAlone = edit('output[].url', 'without its host', (url) => new URL(String(url)).pathname);

/** Keeps other files than the endpoint sent. */
function keep(words: string, files: (sent: readonly JobFile[]) => readonly JobFile[]): Change {
  return decide('jobs', `keeps ${words}`, { files });
}

const withBytes = (change: (bytes: Uint8Array) => Uint8Array) => (files: readonly JobFile[]) =>
  files.map(({ type, bytes }) => ({ type, bytes: change(bytes) }));
const isText = (type: string) => type.startsWith('text/');
const narrow = (bytes: Uint8Array) =>
  Buffer.from(
    Buffer.from(bytes)
      .toString()
      .replace(/[^\0-\xff]/gu, '?'),
    'latin1',
  );

/** The file with another last byte each time that it is read. */
function changing({ bytes, type }: JobFile): JobFile {
  let read = 0;
  return {
    type,
    get bytes() {
      read += 1;
      return Buffer.concat([bytes, Buffer.from([read % 256])]);
    },
  };
}

/** Keeps the files of the job before, among those whose type fits. */
function ofTheOneBefore(words: string, fits: (type: string) => boolean): Change {
  return change(`keeps the ${words} of the job before`, (behaviour) => {
    let before: readonly JobFile[] | undefined;
    const files = (sent: readonly JobFile[]) => {
      if (!fits(sent[0]?.type ?? '')) return sent;
      const kept = before ?? sent;
      before = sent;
      return kept;
    };
    return patch('jobs', { files })(behaviour);
  });
}

const characters = inItems('the number of characters as bytes', (item, { job: { stage } }, place) => {
  const file = stage.state === 'succeeded' ? stage.files[place] : undefined;
  return file === undefined || !isText(file.type) ? item : { ...item, bytes: String(Buffer.from(file.bytes)).length };
});

/** Makes links, or parts of them, that expire at another moment. */
function linkedUntil(
  words: string,
  expiresAtMs: (view: JobView, endedAtMs: number) => number,
  parts: readonly ('url' | 'url_expires_at')[],
) {
  return inItems(words, (item, view, place) => {
    const { stage } = view.job;
    if (item.url === undefined || !('completedAtMs' in stage)) return item;
    const atMs = expiresAtMs(view, stage.completedAtMs);
    const made = { url: view.link(place, atMs), url_expires_at: new Date(atMs).toISOString() };
    return { ...item, ...Object.fromEntries(parts.map((part) => [part, made[part]])) };
  });
}
const firstLink = ({ linkLifetimeMs }: JobView, endedAtMs: number) => endedAtMs + linkLifetimeMs;
const renewedOnce = (view: JobView, endedAtMs: number) =>
  Math.min(view.nowMs, firstLink(view, endedAtMs)) + view.linkLifetimeMs;

/** The output of a job, and its files. */
export const jobOutput = rows({
  'job.output.on-succeeded': inJobs(replace('output', [])),
  'job.output.on-succeeded:transcription': inJobs(drop('output'), 'transcription'),
  'job.output.on-succeeded:empty': inJobs(replace('output', []), 'transcription'),
  'job.output.on-succeeded:first': inJobs(replace('output', []), 'succeeded', 'read', theFirstTime()),
  'job.output.on-succeeded:purged-first': decide(
    'jobs',
    'renders files as purged an hour before the end of their job',
    { purgeAfterMs: -hourMs },
  ),
  'job.output.none-on-failed': inJobs(set('output', [{ type: 'image/png' }]), 'failed'),
  'job.output.none-on-failed:transcription': inJobs(
    set('output', [{ type: 'text/plain', bytes: 0 }]),
    'transcription',
    'failed',
  ),
  'job.output.none-on-canceled': inJobs(set('output', [{ type: 'image/png' }]), 'canceled'),
  'job.output.link-unexpired': inJobs(expired),
  'job.output.link-unexpired:second': inJobs(inLaterItems(replace('url_expires_at', past))),
  'job.output.link-unexpired:transcription': inJobs(expired, 'transcription'),
  'job.output.fresh-link': decide('jobs', "keeps the links of the job's end", { refreshesLinks: false }),
  'job.output.fresh-link:transcription': inJobs(
    linkedUntil('the first url_expires_at', firstLink, ['url_expires_at']),
    'transcription',
  ),
  'job.output.fresh-link:old-url': inJobs(linkedUntil('the first url', firstLink, ['url'])),
  'job.output.fresh-link:once': inJobs(linkedUntil('links renewed once', renewedOnce, ['url', 'url_expires_at'])),
  'job.output.fresh-link:hour': inJobs(deadLink, since('end', hourMs)),
  'job.output.link-opens': inJobs(deadLink),
  'job.output.link-opens:second': inJobs(inLaterItems(append('url', '0'))),
  'job.output.link-opens:transcription': inJobs(deadLink, 'transcription'),
  'job.output.link-opens:short-lived': inJobs(shift('output[].url_expires_at', hourMs)),
  'job.output.link-opens:event': inJobs(deadLink, 'event'),
  'job.output.link-opens:event-path': inJobs(pathAlone, 'event'),
  'job.output.link-expires': decide('jobs', 'opens links after their expiry', { isExpired: () => false }),
  'job.output.purged-gone': decide('jobs', 'opens links to files that it renders as purged', {
    purgeAfterMs: hourMs,
    isPurged: () => false,
    linkLifetimeMs: 960 * hourMs,
    refreshesLinks: false,
  }),
  'job.output.bytes-match': inJobs(asBase64),
  'job.output.bytes-match:characters': inJobs(characters),
  'job.output.bytes-match:second': inJobs(inLaterItems(edit('bytes', 'with one more', (bytes) => Number(bytes) + 1))),
  'job.output.bytes-match:transcription': inJobs(oneByteMore, 'transcription'),
  'job.output.checksum-match': inJobs(otherChecksum),
  'job.output.checksum-match:second': inJobs(inLaterItems(replace('checksum_sha256', 'ab'.repeat(32)))),
  'job.output.checksum-match:transcription': inJobs(otherChecksum, 'transcription'),
  'job.output.each-image': keep('the first image', (files) => files.slice(0, 1)),
  'job.output.each-image:two': keep('two images at most', (files) => files.slice(0, 2)),
  'job.output.each-image:four': keep('four images at most', (files) => files.slice(0, 4)),
  'job.output.file-of-endpoint': keep(
    'empty files',
    withBytes(() => Buffer.alloc(0)),
  ),
  'job.output.file-of-endpoint:changing': keep('files that change with every read', (files) => files.map(changing)),
  'job.output.file-of-endpoint:narrow': keep('texts in latin1', (files) =>
    files.flatMap((file) => (isText(file.type) ? withBytes(narrow)([file]) : [file])),
  ),
  'job.output.file-of-endpoint:mixed': ofTheOneBefore('files', () => true),
  'job.output.file-of-endpoint:transcripts': ofTheOneBefore('texts', isText),
  'job.output.file-of-endpoint:together': filesOfOthers,
});
