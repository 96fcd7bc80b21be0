import { isObject } from '@gateproof/spec';
import type { Changes, Seen } from './decisions.ts';
import { type CrossedReceiver, type CrossRow, crossed, row } from './mutant.ts';

const words = /once|again|twice|repeat|handled|same|event id|\bid\b|effect|lost/i;
const headerOf = (seen: Seen, wanted: string) =>
  seen.headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';
const jobOf = ({ event }: Seen) => (isObject(event?.data) ? event.data : {});
const memory = (name: string, changes: Changes): CrossRow => row(`memory.${name}`, words, changes);

const forgets = [
  memory('id × never noted', { known: () => false }),
  ...[1, 10, 50, 500, 5_000].map((count) =>
    memory(`id × forgotten after ${count} others`, {
      known: (good, _, note) => good && note !== undefined && note.othersSince <= count,
    }),
  ),
  ...[1, 5, 12, 60, 3_600].map((seconds) =>
    memory(`id × forgotten after ${seconds} s`, {
      known: (good, { nowS }, note) => good && note !== undefined && nowS - note.notedS <= seconds,
    }),
  ),
  memory('id × forgotten at restart', { known: (good, { restarts }, note) => good && note?.restarts === restarts }),
  memory('id × forgotten once it came again', { known: (good, _, note) => good && (note?.cameAgain ?? 0) < 1 }),
  memory('id × forgotten after a refusal', { known: (good, { isAfterRefusal }) => good && !isAfterRefusal }),
];

const keys: Readonly<Record<string, (id: string, seen: Seen) => string>> = {
  'the job': (_, seen) => String(jobOf(seen).id),
  'the job and type': (_, seen) => `${String(jobOf(seen).id)} ${String(seen.event?.type)}`,
  generation: (_, seen) => String(jobOf(seen).generation_id),
  type: (_, seen) => String(seen.event?.type),
  'id and type': (id, seen) => `${id} ${String(seen.event?.type)}`,
  'the body': (_, { body }) => body.toString('latin1'),
  'the delivery id': (_, seen) => headerOf(seen, 'svc-delivery'),
  'id and delivery id': (id, seen) => `${id} ${headerOf(seen, 'svc-delivery')}`,
  'the signature': (_, seen) => headerOf(seen, 'svc-signature'),
  created_at: (_, { event }) => String(event?.created_at),
  'id and created_at': (id, { event }) => `${id} ${String(event?.created_at)}`,
  'id and t': (id, seen) => `${id} ${headerOf(seen, 'svc-signature').slice(0, 12)}`,
  'id and length': (id, { body }) => `${id} ${body.length}`,
  'small letters': (id) => id.toLowerCase(),
  'its first 8': (id) => id.slice(0, 8),
  'its first 16': (id) => id.slice(0, 16),
  'its first 32': (id) => id.slice(0, 32),
  'its last 4': (id) => id.slice(-4),
  'its digits': (id) => id.replace(/\D/g, ''),
  'its letters and digits': (id) => id.replace(/[^A-Za-z0-9]/g, ''),
  'id in normal form': (id) => id.normalize('NFKC'),
  trimmed: (id) => id.trim(),
};

const identities = Object.entries(keys).map(([name, keyOf]) =>
  memory(`id × known by ${name}`, { identity: (id, seen) => keyOf(id, seen) }),
);

const moments = [
  memory('id × noted before it is verified', { notesRefused: () => true }),
  memory('id × noted before it is handled, which fails at first', {
    effects: () => 0,
    status: (good, { isRepeat }) => (good === 200 && !isRepeat ? 500 : good),
  }),
  memory('id × handled anew after a forged one', { known: (good, { isAfterRefusal }) => good && !isAfterRefusal }),
  memory('id × noted late', { noteAfterMs: () => 50 }),
  memory('id × refused when known', { status: (good, { isRepeat }) => (isRepeat && good === 200 ? 409 : good) }),
  memory('id × every event is known', { known: () => true }),
];

/** What a receiver remembers of events, when, and by what. */
export const rememberingMutants: readonly CrossedReceiver[] = crossed([...forgets, ...identities, ...moments]);
