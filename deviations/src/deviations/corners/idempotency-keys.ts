import { type KeyUse, patch, type SeenRequest } from '@gateproof/simulator/behaviour';
import { idempotencyKeyOf, isChat, isMedia, refusing } from '../../changes/exchange-changes.ts';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';

/** Keys as `read` makes them of what was sent; undefined: the key counts as absent. */
const read = (how: string, summary: string, change: (key: string) => string | undefined, rule = 'key.whole') =>
  breaking(
    `idempotency.${rule}:${how}`,
    summary,
    patch('idempotency', ({ keyOf }) => ({
      keyOf(header) {
        const key = keyOf(header);
        return key === undefined ? undefined : change(key);
      },
    })),
  );

/** As `read`, for some requests only. */
const readWhere = (
  how: string,
  summary: string,
  isRead: (use: KeyUse) => boolean,
  change: (key: string) => string,
  rule = 'key.whole',
) =>
  breaking(
    `idempotency.${rule}:${how}`,
    summary,
    patch('idempotency', ({ scope }) => ({
      scope: (use) => scope(isRead(use) ? { ...use, key: change(use.key) } : use),
    })),
  );

/** Keys of jobs that are taken for none. */
const ignoredOnMedia = (how: string, summary: string, isIgnored: (key: string) => boolean) => {
  let uses = 0;
  return readWhere(
    how,
    summary,
    ({ route, key }) => route !== 'chat' && isIgnored(key),
    (key) => {
      uses += 1;
      return `${key} ${uses}`;
    },
    'media.one-run',
  );
};

/** Keys that are refused although they are printable. */
const refusingKeys = (how: string, summary: string, isRefused: (key: string, request: SeenRequest) => boolean) =>
  breaking(
    `idempotency.key.printable:${how}`,
    summary,
    refusing((request) => {
      const key = idempotencyKeyOf(request);
      return key !== undefined && (isChat(request) || isMedia(request)) && isRefused(key, request);
    }, 'invalid_request'),
  );

const isFor = (route: string) => (use: KeyUse) => use.route === route;
const absentNames = ['null', 'undefined', 'none', 'false', '0'];

/** Ways to read the Idempotency-Key wrong. */
export const keyReadingCorners: readonly Deviation[] = [
  read('list', 'reads the key up to its first comma', (key) => key.split(',')[0]),
  read('parameters', 'reads the key up to its first semicolon', (key) => key.split(';')[0]),
  read('blanks', 'takes several blanks for one', (key) => key.replace(/ +/g, ' ')),
  read('number', 'reads a key of digits as a number', (key) => (/^\d+$/.test(key) ? String(Number(key)) : key)),
  read('dashes', 'leaves dashes out of keys', (key) => key.replaceAll('-', '')),
  read('slashes', 'reads the key behind its last slash', (key) => key.split('/').at(-1)),
  read('colon', 'reads the key behind its first colon', (key) => key.replace(/^[^:]*:(?=.)/, '')),
  ...(
    [
      ['colon', ':'],
      ['slash', '/'],
      ['equals', '='],
      ['hash', '#'],
      ['bar', '|'],
    ] as const
  ).map(([name, mark]) =>
    read(`up-to-${name}`, `reads the key up to its first ${mark}`, (key) => key.split(mark)[0] || key),
  ),
  read('128', 'cuts keys to 128 characters', (key) => key.slice(0, 128)),
  read(
    'names',
    'takes the keys null, undefined, none, false and 0 for none',
    (key) => (absentNames.includes(key) ? undefined : key),
    'chat.one-generation',
  ),
  read(
    'short',
    'takes keys below eight characters for none',
    (key) => (key.length < 8 ? undefined : key),
    'chat.one-generation',
  ),
  ignoredOnMedia('names', 'takes the keys null, undefined, none, false and 0 of jobs for none', (key) =>
    absentNames.includes(key),
  ),
  ignoredOnMedia('short', 'takes keys of jobs below eight characters for none', (key) => key.length < 8),
  readWhere('image', 'cuts keys of images to 64 characters', isFor('image'), (key) => key.slice(0, 64)),
  readWhere('transcription', 'cuts keys of transcriptions to 64 characters', isFor('transcription'), (key) =>
    key.slice(0, 64),
  ),
  readWhere(
    'jobs',
    'cuts keys of jobs to 200 characters',
    ({ route }) => route !== 'chat',
    (key) => key.slice(0, 200),
  ),
  readWhere(
    'streams',
    'cuts keys of streams to 64 characters',
    ({ body }) => body.stream === true,
    (key) => key.slice(0, 64),
  ),
  readWhere(
    'transcription',
    'reads keys of transcriptions in lower case',
    isFor('transcription'),
    (key) => key.toLowerCase(),
    'key.letter-case',
  ),
  readWhere(
    'streams',
    'reads keys of streams in lower case',
    ({ body }) => body.stream === true,
    (key) => key.toLowerCase(),
    'key.letter-case',
  ),
  refusingKeys('long', 'refuses keys above 128 characters', (key) => key.length > 128),
  refusingKeys('almost', 'refuses keys of 255 characters', (key) => key.length > 254),
  refusingKeys(
    'media',
    'refuses keys of jobs above 64 characters',
    (key, request) => isMedia(request) && key.length > 64,
  ),
  refusingKeys(
    'media-letters',
    'refuses keys of jobs with other characters than letters, digits, _ and -',
    (key, request) => isMedia(request) && !/^[\w-]+$/.test(key),
  ),
  refusingKeys('short', 'refuses keys below eight characters', (key) => key.length < 8),
  refusingKeys('comma', 'refuses keys with a comma', (key) => key.includes(',')),
  refusingKeys('blank', 'refuses keys with a blank', (key) => key.includes(' ')),
  refusingKeys('prototype', 'refuses keys that its language knows', (key) => key in {}),
  refusingKeys('markup', 'refuses keys with brackets or quotes', (key) => /[<>"'`]/.test(key)),
  refusingKeys('backslash', 'refuses keys with a backslash or a brace', (key) => /[\\{}]/.test(key)),
];
