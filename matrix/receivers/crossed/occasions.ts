import { isObject } from '@gateproof/spec';
import type { Seen } from './decisions.ts';

/** When a mutant decides otherwise, and by which words a rule speaks of that. */
export interface Occasion {
  readonly holds: (seen: Seen) => boolean;
  readonly words: RegExp | undefined;
}

const at = (holds: (seen: Seen) => boolean, words?: RegExp): Occasion => ({ holds, words });
const text = ({ body }: Seen) => body.toString('latin1');
const job = ({ event }: Seen) => (isObject(event?.data) ? event.data : {});
const outputs = (seen: Seen) => {
  const { output } = job(seen);
  return Array.isArray(output) ? output : [];
};
const header = ({ headers }: Seen, wanted: string) =>
  headers.filter(([name]) => name.toLowerCase() === wanted).map(([, value]) => value);
const elements = (seen: Seen) => header(seen, 'svc-signature').join(',').split(',');
const stamp = (seen: Seen) => Number(/\bt=(\d+)/.exec(header(seen, 'svc-signature').join())?.[1] ?? seen.nowS);
const usual = /^(svc-|content-|host$|connection$|user-agent$|accept|transfer-encoding$)/i;
const depth = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depth)) : 0;

/** Every occasion that the crosses know, by name. */
export const occasions: Readonly<Record<string, Occasion>> = {
  always: at(() => true),
  'every second': at(({ place }) => place % 2 === 0, /second|again|several|many|seldom|row/i),
  'every tenth': at(({ place }) => place % 10 === 0, /several|many|seldom|row/i),
  'the first': at(({ place }) => place === 1, /first/i),
  'after a hundred': at(({ place }) => place > 100, /hundred|many|others|long/i),
  succeeded: at(({ event }) => event?.type === 'job.succeeded', /succeeded|type|state/i),
  failed: at(({ event }) => event?.type === 'job.failed', /failed|type|state/i),
  canceled: at(({ event }) => event?.type === 'job.canceled', /canceled|type|state/i),
  large: at(({ body }) => body.length > 100_000, /large|big|long|size|KiB|MiB|kilo|mega/i),
  'not small': at(({ body }) => body.length > 3_000, /large|big|long|size|KiB|MiB|kilo|mega/i),
  small: at(({ body }) => body.length < 500, /small|short|few|minimal|optional|required|absent|without/i),
  'deep JSON': at(({ event }) => depth(event) > 6, /deep|nest|unknown|further/i),
  'several lines': at((seen) => text(seen).trim().includes('\n'), /line|spac|blank|pretty|bytes|serial|format/i),
  'blanks around it': at((seen) => text(seen) !== text(seen).trim(), /blank|spac|line|bytes|around|end/i),
  'beyond ASCII': at(({ body }) => body.some((byte) => byte > 127), /ASCII|unicode|charact|letter|emoji|UTF|bytes/i),
  escapes: at((seen) => /\\u/.test(text(seen)), /escape|unicode|bytes|serial/i),
  'a long number': at((seen) => /\d{16}|\d\.\d{12}|[eE][+-]?\d/.test(text(seen)), /number|digit|precis|bytes|serial/i),
  charset: at((seen) => header(seen, 'content-type').join().includes('charset'), /charset|content-type|media type/i),
  chunked: at((seen) => header(seen, 'transfer-encoding').length > 0, /chunk|length|transfer|piece/i),
  'names in small letters': at(
    ({ headers }) => headers.some(([name]) => name === 'svc-signature'),
    /header|letter|case/i,
  ),
  'a further header': at(({ headers }) => headers.some(([name]) => !usual.test(name)), /header/i),
  'two signatures': at(
    (seen) => elements(seen).filter((one) => one.includes('v1=')).length > 1,
    /v1|rotat|two|several/i,
  ),
  'other elements': at(
    (seen) => elements(seen).some((one) => !/^\s*(t|v1)=/.test(one)),
    /element|scheme|other|unknown|v0|v2/i,
  ),
  't last': at((seen) => elements(seen).at(-1)?.trim().startsWith('t=') === true, /order|last|\bt\b/i),
  'an old t': at((seen) => seen.nowS - stamp(seen) > 60, /old|past|late|stale|second|\bt\b|delay/i),
  'a t ahead': at((seen) => stamp(seen) - seen.nowS > 60, /ahead|future|second|\bt\b/i),
  'after a refusal': at(({ isAfterRefusal }) => isAfterRefusal, /forged|refus|after/i),
  'come again': at(({ isRepeat }) => isRepeat, /again|repeat|twice|retr|once|duplicate/i),
  'a job known': at(({ isKnownJob, isRepeat }) => isKnownJob && !isRepeat, /job|data\.id|same/i),
  burst: at(({ together }) => together > 4, /together|at once|simultan|burst|concurrent|same time/i),
  restarted: at(({ restarts }) => restarts > 0, /restart/i),
  'a kept connection': at(({ placeOnConnection }) => placeOnConnection > 1, /connection|kept|reuse/i),
  'several outputs': at((seen) => outputs(seen).length > 1, /output/i),
  'no output': at((seen) => job(seen).output === undefined, /output|optional|absent|without/i),
  'an error': at((seen) => job(seen).error !== undefined, /error|failed/i),
  'a retry_of': at((seen) => job(seen).retry_of !== undefined, /retry_of/i),
  transcription: at((seen) => job(seen).modality === 'audio_stt', /modality|audio|transcri/i),
};
