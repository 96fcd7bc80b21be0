import type { Variation } from '../variation.ts';
import { differing } from './differing.ts';
import { items, jobs, told, without } from './job-changes.ts';

/** How the output of jobs may be told and kept otherwise. */
export const jobOutputVariations: readonly Variation[] = [
  differing(
    'job.output.re-encoded',
    'F145',
    "keeps files that are made anew from the endpoint's",
    jobs(({ files }) => ({
      files: (made) =>
        files(made.map(({ bytes, type }) => ({ type, bytes: Buffer.concat([bytes, Buffer.from([0])]) }))),
    })),
  ),
  differing(
    'job.output.more-items',
    'F146',
    'shows each image twice',
    jobs(({ files }) => ({
      files: (made) => files(made.flatMap((file) => (file.type.startsWith('image/') ? [file, file] : [file]))),
    })),
  ),
  differing(
    'job.output.no-type',
    'F002',
    'tells no type of output',
    items((item) => without(item, 'type')),
  ),
  differing(
    'job.links.kept',
    'F103',
    'keeps links for a month',
    jobs({ linkLifetimeMs: 40 * 86_400_000, refreshesLinks: false }),
  ),
  differing(
    'job.links.no-expiry',
    'F025',
    'tells no expiry of links',
    items((item) => without(item, 'url_expires_at')),
  ),
  differing(
    'job.links.elsewhere',
    'F025',
    'keeps files on a host that this machine can not reach',
    items((item) => ({ ...item, url: 'https://files.invalid/x.png' })),
  ),
  differing(
    'job.output.bare',
    'F002',
    'tells links alone',
    items((item) => ({ url: item.url })),
  ),
  differing(
    'job.checksum.base64',
    'F106',
    'tells checksums in base64',
    items((item) =>
      typeof item.checksum_sha256 === 'string'
        ? { ...item, checksum_sha256: Buffer.from(item.checksum_sha256, 'hex').toString('base64') }
        : item,
    ),
  ),
  differing(
    'job.checksum.upper-case',
    'F106',
    'tells checksums in upper case',
    items((item) =>
      typeof item.checksum_sha256 === 'string'
        ? { ...item, checksum_sha256: item.checksum_sha256.toUpperCase() }
        : item,
    ),
    { 'job.checksum.base64': 'letters of base64 have one case each' },
  ),
  differing('job.purged.soon', 'F104', 'deletes files after an hour', jobs({ purgeAfterMs: 3_600_000 }), {
    'job.output.bare': 'that a file is gone is told by purged_at',
  }),
  differing(
    'job.output.while-processing',
    'F082',
    'tells an empty output while processing',
    told((job) => ({ output: [], ...job })),
  ),
];
