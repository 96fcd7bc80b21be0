import { createHash } from 'node:crypto';
import { clock } from '../clock.ts';
import { everyNth } from './every-nth.ts';
import type { ReceiverBehaviour, SeenDelivery } from './receiver-behaviour.ts';
import type { BadReceiver } from './receiver-deviations.ts';

const idOf = ({ body }: SeenDelivery) => /"id"\s*:\s*"(evt_[^"]*)"/.exec(body.toString())?.[1] ?? '';

/** A refusal undoes what was noted of the event before. */
function undoing(): Partial<ReceiverBehaviour> {
  const refusals = new Map<string, number>();
  return {
    isVerified(verified, delivery) {
      if (!verified) refusals.set(idOf(delivery), (refusals.get(idOf(delivery)) ?? 0) + 1);
      return verified;
    },
    identity: ({ id }) => `${id} ${refusals.get(String(id)) ?? 0}`,
  };
}

/** Refuses an event that comes again in other bytes. */
function rememberingBytes(): Partial<ReceiverBehaviour> {
  const digests = new Map<string, string>();
  return {
    rejects(delivery) {
      const digest = createHash('sha256').update(delivery.body).digest('hex');
      const before = digests.get(idOf(delivery)) ?? digest;
      digests.set(idOf(delivery), before);
      return before !== digest;
    },
  };
}

/** What comes while its event is worked on frees it for the one after that. */
function freeing(workMs: number): Partial<ReceiverBehaviour> {
  const untilMs = new Map<string, number>();
  let freed = 0;
  return {
    identity({ id }) {
      const key = String(id);
      const until = untilMs.get(key) ?? 0;
      if (until === 0) untilMs.set(key, clock.wallMs() + workMs);
      else if (until === -1) untilMs.set(key, -2);
      else if (until > clock.wallMs()) untilMs.set(key, -1);
      if (untilMs.get(key) !== -2) return key;
      untilMs.set(key, -3);
      freed += 1;
      return `${key} freed ${freed}`;
    },
  };
}

/** An id of digits is kept as the number that it is. */
const asNumbers: Partial<ReceiverBehaviour> = {
  identity({ id }) {
    const rest = String(id).slice('evt_'.length);
    return /^\d+$/.test(rest) ? String(Number(rest)) : rest;
  },
};

/** The id without what is like this. */
const idWithout = (pattern: RegExp): Partial<ReceiverBehaviour> => ({
  identity: ({ id }) => String(id).replaceAll(pattern, ''),
});

/** Receivers that forget in some cases what they have handled, or what they have taken. */
export const forgetfulReceivers: readonly BadReceiver[] = [
  { id: 'receiver.duplicate.after-forged', changes: undoing(), entails: ['receiver.duplicate.after-restart'] },
  { id: 'receiver.duplicate.acknowledged:other-bytes', changes: rememberingBytes() },
  {
    id: 'receiver.duplicate.other-bytes:created-at',
    changes: { identity: ({ id, created_at }) => `${id} ${created_at}` },
    entails: ['receiver.duplicate.after-restart', 'receiver.duplicate.later'],
  },
  // Whatever comes a third time is handled again.
  { id: 'receiver.duplicate.simultaneous:third', changes: freeing(30), entails: ['receiver.duplicate.'] },
  // Ids of other cases are taken for one another as well.
  { id: 'receiver.duplicate.distinct-events:without-marks', changes: idWithout(/[-_]/g), entails: ['receiver.'] },
  { id: 'receiver.duplicate.distinct-events:as-numbers', changes: asNumbers },
  {
    id: 'receiver.duplicate.other-spelling',
    changes: {
      identity: (event, { body }) => /"id"\s*:\s*"(evt_[^"]*)"/.exec(body.toString())?.[1] ?? String(event.id),
    },
  },
  {
    id: 'receiver.duplicate.after-restart:failed-jobs',
    changes: {
      identity: ({ id, type }) => `${type} ${id}`,
      survivesRestart: (identity) => !identity.startsWith('job.failed'),
    },
    entails: ['receiver.duplicate.before-restart'],
  },
  {
    id: 'receiver.duplicate.after-restart:newest-alone',
    changes: { survivesRestart: (_, notedSince) => notedSince <= 20 },
  },
  {
    id: 'receiver.duplicate.before-restart:canceled-jobs',
    changes: {
      identity: ({ id, type }) => `${type} ${id}`,
      survivesRestart: (identity, notedSince) => !identity.startsWith('job.canceled') || notedSince > 3,
    },
    entails: ['receiver.duplicate.after-restart'],
  },
  { id: 'receiver.duplicate.before-restart', changes: { savedAfterMs: 3_000 } },
  {
    id: 'receiver.duplicate.before-restart:with-effects',
    changes: { savedAfterMs: 3_000, losesUnsavedEffects: true },
    only: 'receiver.duplicate.before-restart',
  },
  {
    id: 'receiver.duplicate.before-restart:from-a-journal',
    changes: { savedAfterMs: 3_000, repeatsUnsavedEffects: true },
    entails: ['receiver.duplicate.after-restart'],
  },
  {
    id: 'receiver.duplicate.before-restart:lost',
    changes: { effectAfterMs: 400, keepsDueEffects: false },
  },
  {
    id: 'receiver.duplicate.before-restart:lost-failed-jobs',
    changes: { lagMs: ({ type }) => (type === 'job.failed' ? 1_500 : 0), keepsDueEffects: false },
    only: 'receiver.duplicate.before-restart',
  },
  {
    id: 'receiver.duplicate.turned-away',
    changes: { turnsAway: everyNth(7), notesTurnedAway: true },
    only: 'receiver.duplicate.turned-away',
  },
  {
    id: 'receiver.duplicate.turned-away:those-beside-others',
    changes: { capacity: 5, answerAfterMs: 30, notesTurnedAway: true },
    only: 'receiver.duplicate.turned-away',
  },
  {
    id: 'receiver.duplicate.turned-away:those-beside-many',
    changes: { capacity: 12, answerAfterMs: 30, notesTurnedAway: true },
    only: 'receiver.duplicate.turned-away',
  },
];
