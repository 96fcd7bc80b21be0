import { isObject } from '@gateproof/spec';
import { clock } from '../clock.ts';
import {
  type ReceiverBehaviour,
  referenceReceiver as right,
  type SeenDelivery,
  type SeenEvent,
} from './receiver-behaviour.ts';
import { type BadReceiver, textOf } from './receiver-deviations.ts';

const tOf = ({ signature = '' }: SeenDelivery) => Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]);
const ageS = (delivery: SeenDelivery) => Math.floor(clock.wallMs() / 1_000) - tOf(delivery);
const hasTwo = ({ signature = '' }: SeenDelivery) => signature.split('v1=').length > 2;
const jobOf = (event: SeenEvent | undefined): SeenEvent => (isObject(event?.data) ? event.data : {});

function eventIn(body: Buffer): SeenEvent | undefined {
  try {
    const value: unknown = JSON.parse(textOf(body));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Is another one for some seconds after a restart. */
function afterRestart(lastsMs: number, changes: (isJustRestarted: () => boolean) => Partial<ReceiverBehaviour>) {
  let untilMs = 0;
  return {
    survivesRestart: () => {
      untilMs = clock.wallMs() + lastsMs;
      return true;
    },
    ...changes(() => clock.wallMs() < untilMs),
  };
}

/** Knows the previous secret until it is restarted. */
function forgetsPrevious(): Partial<ReceiverBehaviour> {
  let newest = '';
  return afterRestart(Number.POSITIVE_INFINITY, (isRestarted) => ({
    secrets(all) {
      [newest = ''] = all;
      return all;
    },
    isVerified(verified, { signature = '', body }) {
      if (!verified || !isRestarted()) return verified;
      const t = /(?:^|,)t=(\d+)/.exec(signature)?.[1] ?? '';
      return right.digest(newest, right.signed(t, body)).some((value) => signature.includes(value));
    },
  }));
}

/** What it has handled outlives one restart, and is not written again after it. */
function readOnce(): Partial<ReceiverBehaviour> {
  const outlived = new Set<string>();
  return {
    survivesRestart(identity) {
      if (outlived.has(identity)) return false;
      outlived.add(identity);
      return true;
    },
  };
}

/** Writes down what the newest secret signs alone. */
function writesOfNewest(): Partial<ReceiverBehaviour> {
  let newest = '';
  const ofNewest = new Set<string>();
  return {
    secrets(all) {
      [newest = ''] = all;
      return all;
    },
    identity({ id }, { signature = '', body }) {
      const t = /(?:^|,)t=(\d+)/.exec(signature)?.[1] ?? '';
      if (right.digest(newest, right.signed(t, body)).some((value) => signature.includes(value)))
        ofNewest.add(String(id));
      return String(id);
    },
    survivesRestart: (identity) => ofNewest.has(identity),
  };
}

/** Looks an id up in a text of all that it has noted. */
function withinAnother(): Partial<ReceiverBehaviour> {
  const noted: string[] = [];
  return {
    identity({ id }) {
      const known = noted.find((one) => one.includes(String(id)));
      if (known === undefined) noted.push(String(id));
      return known ?? String(id);
    },
  };
}

/** Takes every text in a job that looks like a decimal number for one. */
function digitsAsNumbers(event: SeenEvent): SeenEvent {
  return JSON.parse(JSON.stringify(event), (_name, value: unknown) =>
    typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value,
  );
}

/** Stores an event before it verifies the delivery, and hands on what it stored first. */
function storesFirst(): Partial<ReceiverBehaviour> {
  const stored = new Map<unknown, SeenEvent>();
  return {
    body({ body }) {
      const event = eventIn(body);
      if (event !== undefined && !stored.has(event.id)) stored.set(event.id, event);
      return body;
    },
    given: (event) => stored.get(event.id) ?? event,
  };
}

/** The error of a failed job stays in the event of the canceled one that comes next. */
const keepsError: ReceiverBehaviour['given'] = (event, before) =>
  event.type === 'job.canceled' && before?.type === 'job.failed' && jobOf(event).error === undefined
    ? { ...event, data: { ...jobOf(event), error: jobOf(before).error } }
    : event;

/** Receivers that keep a rule, but not in one circumstance: in one form of delivery, after a restart, behind another event. */
export const circumstanceReceivers: readonly BadReceiver[] = [
  {
    id: 'receiver.duplicate.distinct-events:within-another-id',
    changes: withinAnother(),
    entails: ['receiver.duplicate.', 'receiver.event.'],
  },
  {
    id: 'receiver.event.unusual-values:digits-as-numbers',
    changes: { given: digitsAsNumbers },
    entails: ['receiver.event.'],
  },
  {
    id: 'receiver.time.past-within:of-two-entries',
    changes: { rejects: (delivery) => hasTwo(delivery) && ageS(delivery) > 285 },
  },
  {
    id: 'receiver.time.future-within:of-large-ones',
    changes: { rejects: (delivery) => delivery.body.length > 60_000 && ageS(delivery) < -286 },
  },
  {
    id: 'receiver.time.past-beyond:of-the-previous-secret-by-seconds',
    changes: {
      toleranceS: { past: 330, future: 300 },
      isVerified: (verified, delivery) => verified && (ageS(delivery) <= 300 || hasTwo(delivery)),
    },
  },
  {
    id: 'receiver.time.stale:after-restart',
    changes: {
      toleranceS: { past: Number.POSITIVE_INFINITY, future: 300 },
      ...afterRestart(2_000, (isJustRestarted) => ({
        isVerified: (verified, delivery) => verified && (ageS(delivery) <= 300 || isJustRestarted()),
      })),
    },
    only: 'receiver.',
    entails: ['receiver.time.', 'receiver.forged.', 'receiver.duplicate.after-restart'],
  },
  {
    id: 'receiver.rotation.previous-secret:after-restart',
    changes: forgetsPrevious(),
    entails: ['receiver.rotation.', 'receiver.duplicate.'],
  },
  {
    id: 'receiver.duplicate.after-restart:long-ids',
    changes: { survivesRestart: (identity) => identity.length <= 60 },
    only: 'receiver.duplicate.after-restart',
  },
  { id: 'receiver.duplicate.after-restart:second', changes: readOnce(), only: 'receiver.duplicate.after-restart' },
  {
    id: 'receiver.duplicate.after-restart:previous-secret',
    changes: writesOfNewest(),
    only: 'receiver.duplicate.after-restart',
  },
  {
    id: 'receiver.duplicate.after-restart:not-read-at-once',
    changes: afterRestart(300, (isJustRestarted) => ({ remembers: () => !isJustRestarted() })),
    only: 'receiver.duplicate.after-restart',
  },
  {
    id: 'receiver.duplicate.acknowledged:after-restart',
    changes: {
      repeated: 208,
      ...afterRestart(Number.POSITIVE_INFINITY, (isRestarted) => ({
        answer: (response, status) => void response.writeHead(status === 208 && isRestarted() ? 409 : status).end(),
      })),
    },
    entails: ['receiver.duplicate.', 'receiver.event.unusual-values'],
  },
  {
    id: 'receiver.event.unchanged:stored-before-verified',
    changes: storesFirst(),
    entails: ['receiver.event.', 'receiver.duplicate.'],
  },
  { id: 'receiver.event.unusual-values:error-stays', changes: { given: keepsError }, entails: ['receiver.event.'] },
  {
    id: 'receiver.event.unchanged:sorted-lists',
    changes: {
      given: (event) => {
        const { svc_metadata: metadata } = jobOf(event);
        if (!isObject(metadata) || !Array.isArray(metadata.policy)) return event;
        return {
          ...event,
          data: { ...jobOf(event), svc_metadata: { ...metadata, policy: metadata.policy.toSorted() } },
        };
      },
    },
    entails: ['receiver.event.unusual-values'],
  },
];
