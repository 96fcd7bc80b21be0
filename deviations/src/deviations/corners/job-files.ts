import type { JobFile } from '@gateproof/simulator/behaviour';
import type { Deviation } from '../../deviation.ts';
import { changes, deviating, views } from './told-jobs.ts';

const { jobs, telling } = deviating;
const { audio } = views;
const { without } = changes;

type Told = Readonly<Record<string, unknown>>;
/** The told job with each output item changed. */
const inItems = (told: Told, change: (item: Told, place: number) => Told): Told =>
  Array.isArray(told.output) ? { ...told, output: told.output.map(change) } : told;

/** Ways to keep and tell the output of jobs wrong in one corner only. */
export const jobFileCorners: readonly Deviation[] = [
  jobs('job.output.file-of-endpoint', 'mixed', 'gives every job the files of the one before', ({ files }) => {
    let before: readonly JobFile[] | undefined;
    return {
      files(made) {
        const kept = before ?? made;
        before = files(made);
        return kept;
      },
    };
  }),
  jobs(
    'job.output.file-of-endpoint',
    'transcripts',
    'gives every transcription the text of the one before',
    ({ files }) => {
      let before: readonly JobFile[] | undefined;
      return {
        files(made) {
          if (made[0]?.type.startsWith('text/') !== true) return files(made);
          const kept = before ?? made;
          before = files(made);
          return kept;
        },
      };
    },
  ),
  jobs('job.output.file-of-endpoint', 'narrow', 'keeps transcripts in a narrow encoding', ({ files }) => ({
    files: (made) =>
      files(
        made.map((file) =>
          file.type.startsWith('text/')
            ? {
                ...file,
                bytes: Buffer.from(
                  Buffer.from(file.bytes)
                    .toString()
                    .replace(/[^\0-\xff]/gu, '?'),
                  'latin1',
                ),
              }
            : file,
        ),
      ),
  })),
  jobs('job.output.each-image', 'two', 'keeps two images at most', ({ files }) => ({
    files: (made) => files(made.slice(0, 2)),
  })),
  telling(
    'job.output.bytes-match',
    'characters',
    'counts the characters of texts as bytes',
    ({ job }) => job.stage.state === 'succeeded',
    (told, { job }) =>
      inItems(told, (item, place) => {
        const file = job.stage.state === 'succeeded' ? job.stage.files[place] : undefined;
        return file === undefined || file.type.startsWith('image/')
          ? item
          : { ...item, bytes: Buffer.from(file.bytes).toString('utf8').length };
      }),
  ),
  telling('job.output.bytes-match', 'transcription', 'tells wrong sizes of texts', audio, (told) =>
    inItems(told, (item) => ({ ...item, bytes: Number(item.bytes) + 2 })),
  ),
  telling('job.output.checksum-match', 'transcription', 'tells wrong checksums of texts', audio, (told) =>
    inItems(told, (item) => ({ ...item, checksum_sha256: 'cd'.repeat(32) })),
  ),
  telling('job.output.link-opens', 'transcription', 'hands out links to nowhere for texts', audio, (told) =>
    inItems(told, (item) => (item.url === undefined ? item : { ...item, url: `${String(item.url)}0` })),
  ),
  telling('job.output.link-unexpired', 'transcription', 'hands out expired links for texts', audio, (told) =>
    inItems(told, (item) => (item.url === undefined ? item : { ...item, url_expires_at: '2026-01-01T00:00:00.000Z' })),
  ),
  telling(
    'job.output.fresh-link',
    'transcription',
    'keeps the links of texts',
    audio,
    (told, { job, linkLifetimeMs }) =>
      inItems(told, (item) =>
        item.url === undefined || !('completedAtMs' in job.stage)
          ? item
          : { ...item, url_expires_at: new Date(job.stage.completedAtMs + linkLifetimeMs).toISOString() },
      ),
  ),
  telling(
    'job.output.fresh-link',
    'old-url',
    'tells a new url_expires_at beside the first link',
    ({ job }) => job.stage.state === 'succeeded',
    (told, { job, link, linkLifetimeMs }) =>
      inItems(told, (item, place) =>
        item.url === undefined || !('completedAtMs' in job.stage)
          ? item
          : { ...item, url: link(place, job.stage.completedAtMs + linkLifetimeMs) },
      ),
  ),
  telling(
    'job.output.fresh-link',
    'once',
    'makes new links once, when the first have expired',
    ({ job }) => job.stage.state === 'succeeded',
    (told, { job, nowMs, link, linkLifetimeMs }) =>
      inItems(told, (item, place) => {
        if (item.url === undefined || !('completedAtMs' in job.stage)) return item;
        const expiresAtMs = Math.min(nowMs, job.stage.completedAtMs + linkLifetimeMs) + linkLifetimeMs;
        return { ...item, url: link(place, expiresAtMs), url_expires_at: new Date(expiresAtMs).toISOString() };
      }),
  ),
  telling(
    'job.output.fresh-link',
    'hour',
    'links to files that are gone an hour after their job',
    ({ job, nowMs }) => 'completedAtMs' in job.stage && nowMs > job.stage.completedAtMs + 3_600_000,
    (told) => inItems(told, (item) => (item.url === undefined ? item : { ...item, url: `${String(item.url)}0` })),
  ),
  telling('job.output.on-succeeded', 'transcription', 'tells no output of transcriptions', audio, (told) =>
    without(told, 'output'),
  ),
  telling(
    'job.output.on-succeeded',
    'empty',
    'tells an empty output of transcriptions',
    (view) => audio(view) && view.job.stage.state === 'succeeded',
    (told) => ({ ...told, output: [] }),
  ),
  jobs('job.output.on-succeeded', 'first', 'tells the output of a job from its second read on', ({ render }) => {
    const seen = new Set<string>();
    return {
      render(view) {
        const told = render(view);
        if (view.job.stage.state !== 'succeeded' || view.where !== 'read' || seen.has(view.job.id)) return told;
        seen.add(view.job.id);
        return { ...told, output: [] };
      },
    };
  }),
  telling(
    'job.output.none-on-failed',
    'transcription',
    'tells output of failed transcriptions',
    (view) => audio(view) && view.job.stage.state === 'failed',
    (told) => ({ ...told, output: [{ type: 'text/plain', bytes: 0 }] }),
  ),
];
