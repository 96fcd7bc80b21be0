import { createHash, randomUUID } from 'node:crypto';
import { clock } from '../../clock.ts';
import type { BadClient, Call, ClientChanges, JsonObject } from '../client-behaviour.ts';
import { referenceClient as right } from '../reference-client.ts';
import { rebodied, wired } from './patches.ts';

const attemptKey = (keyOf: (call: Call) => string | undefined): ClientChanges => ({ attemptKey: keyOf });
const later = (keyOf: (call: Call) => string | undefined): ClientChanges =>
  attemptKey((call) => (call.attempt === 1 ? call.key : keyOf(call)));
const own = (keyOf: (call: Call) => string): ClientChanges => ({ ownKey: keyOf });
const onRetry = (change: (body: JsonObject, call: Call) => JsonObject) =>
  rebodied((body, call) => (call.attempt > 1 ? change(body, call) : body));
let drawn = 0;
const fresh = () => {
  drawn += 1;
  return `fresh-${drawn}`;
};
const clients = (start: () => ClientChanges['ownKey']): ClientChanges => {
  const counters = new WeakMap<object, NonNullable<ClientChanges['ownKey']>>();
  return {
    ownKey(call, tools) {
      const counter = counters.get(tools) ?? start() ?? right.ownKey;
      counters.set(tools, counter);
      return counter(call, tools);
    },
  };
};
const evading = (keyOf: (call: Call) => string | undefined): ClientChanges => ({
  retries: (failure, call, tools) =>
    right.retries(failure, call, tools) || (failure.status === 409 && call.attempt === 1),
  attemptKey: (call) => (call.attempt === 1 ? call.key : keyOf(call)),
});

/** Takes another key when a retry meets a conflict, once. */
function evadingLater(): ClientChanges {
  const evaded = new WeakMap<Call, string>();
  return {
    retries(failure, call, tools) {
      const evades = failure.status === 409 && call.attempt > 1 && !evaded.has(call);
      if (evades) evaded.set(call, fresh());
      return evades || right.retries(failure, call, tools);
    },
    attemptKey: (call) => evaded.get(call) ?? call.key,
  };
}

/** Clients that use idempotency keys wrongly. */
export const idempotencyDeviations: readonly BadClient[] = [
  {
    id: 'client.idempotency.same-key',
    changes: later((call) => (call.key === undefined ? undefined : fresh())),
    entails: [
      'client.idempotency.lost-answer',
      'client.idempotency.caller-key',
      'client.idempotency.conflict-not-evaded',
    ],
  },
  {
    id: 'client.idempotency.same-key:dropped',
    changes: later(() => undefined),
    entails: ['client.idempotency.lost-answer', 'client.idempotency.conflict-not-evaded'],
  },
  {
    id: 'client.idempotency.same-key:lower-case-on-retry',
    changes: later(({ key }) => key?.toLowerCase()),
    entails: ['client.idempotency.conflict-not-evaded'],
  },
  { id: 'client.idempotency.same-key:short-on-retry', changes: later(({ key }) => key?.slice(0, 200)) },
  {
    id: 'client.idempotency.same-key:counted',
    changes: later(({ key, attempt }) => (key === undefined ? undefined : `${key}-${attempt}`)),
    entails: ['client.idempotency.lost-answer', 'client.idempotency.conflict-not-evaded'],
  },
  {
    id: 'client.idempotency.same-key:streams',
    entails: ['client.idempotency.conflict-not-evaded'],
    changes: later(({ key, op }) => (op === 'chat_stream' ? undefined : key)),
  },
  {
    id: 'client.idempotency.same-key:submissions',
    changes: later(({ key, op }) => (op === 'create_image' && key !== undefined ? fresh() : key)),
    entails: ['client.idempotency.lost-answer', 'client.idempotency.conflict-not-evaded'],
  },
  {
    id: 'client.idempotency.same-key:own',
    changes: attemptKey(({ key, isKeyed }) => key ?? (isKeyed ? fresh() : undefined)),
  },
  {
    id: 'client.idempotency.same-key:after-a-loss',
    changes: lostKey(),
    entails: ['client.idempotency.lost-answer', 'client.idempotency.conflict-not-evaded'],
  },
  { id: 'client.idempotency.same-body', changes: onRetry((body, { attempt }) => ({ ...body, attempt })) },
  {
    id: 'client.idempotency.same-body:reordered',
    changes: onRetry((body) => Object.fromEntries(Object.entries(body).reverse())),
  },
  {
    id: 'client.idempotency.same-body:spaced',
    changes: wired(({ body }, { attempt }) =>
      attempt > 1 && body !== undefined ? { body: JSON.stringify(JSON.parse(body), null, 2) } : {},
    ),
  },
  {
    id: 'client.idempotency.same-body:without-list',
    changes: onRetry(({ models: _left, ...body }) => body),
    entails: ['client.request.'],
  },
  {
    id: 'client.idempotency.same-body:other-model',
    changes: onRetry((body, { op }) => (op === 'create_image' ? { ...body, model: 'acme/cheap' } : body)),
  },
  {
    id: 'client.idempotency.same-body:timestamp',
    changes: rebodied((body, { attempt }) => ({ ...body, sent_at: attempt }), 'chat_stream'),
  },
  {
    id: 'client.idempotency.no-late-key',
    changes: attemptKey(({ key, attempt, isKeyed }) => key ?? (isKeyed && attempt > 1 ? 'retry-key' : undefined)),
    entails: ['client.idempotency.same-key'],
  },
  {
    id: 'client.idempotency.no-late-key:streams',
    changes: attemptKey(
      ({ key, attempt, op }) => key ?? (op === 'chat_stream' && attempt > 1 ? 'retry-key' : undefined),
    ),
    entails: ['client.idempotency.same-key'],
  },
  {
    id: 'client.idempotency.own-key',
    changes: own(({ isKeyed }) => (isKeyed ? 'the-key' : '')),
    entails: ['client.idempotency.only-where-defined'],
  },
  {
    id: 'client.idempotency.own-key:of-the-model',
    changes: {
      ownKey: ({ isKeyed, body }) =>
        isKeyed ? createHash('sha256').update(String(body?.model)).digest('hex') : undefined,
    },
  },
  {
    id: 'client.idempotency.own-key:of-the-second',
    changes: { ownKey: ({ isKeyed }) => (isKeyed ? `key-${Math.floor(clock.wallMs() / 1000)}` : undefined) },
  },
  {
    id: 'client.idempotency.own-key:counted-by-process',
    changes: clients(() => {
      let count = 0;
      return ({ isKeyed }) => {
        count += 1;
        return isKeyed ? `key-${count}` : undefined;
      };
    }),
  },
  {
    id: 'client.idempotency.own-key:the-last-one',
    changes: {
      ownKey: (call, { memory }) => (call.isKeyed ? (memory.get('key') as string | undefined) : undefined),
      attemptKey({ key }, { memory }) {
        if (key !== undefined) memory.set('key', key);
        return key;
      },
    },
  },
  {
    id: 'client.idempotency.own-key:of-the-route',
    changes: {
      ownKey: ({ isKeyed, path, body }) => (isKeyed ? `${path} ${JSON.stringify(body?.messages ?? '')}` : undefined),
    },
  },
  {
    id: 'client.idempotency.own-key-of-equal-calls',
    changes: {
      ownKey: ({ isKeyed, path, body }) =>
        isKeyed
          ? createHash('sha256')
              .update(`${path} ${JSON.stringify(body)}`)
              .digest('hex')
          : undefined,
    },
  },
  {
    id: 'client.idempotency.own-key-of-equal-calls:kept-for-a-while',
    changes: {
      ownKey({ isKeyed, body }, { memory }) {
        const text = JSON.stringify(body);
        if (isKeyed && !memory.has(text)) memory.set(text, randomUUID());
        return isKeyed ? String(memory.get(text)) : undefined;
      },
    },
  },
  { id: 'client.idempotency.caller-key', changes: attemptKey(({ key }) => key?.toLowerCase()) },
  {
    id: 'client.idempotency.caller-key:ignored',
    changes: attemptKey(() => undefined),
    entails: ['client.idempotency.lost-answer'],
  },
  { id: 'client.idempotency.caller-key:short', changes: attemptKey(({ key }) => key?.slice(0, 64)), entails: [] },
  {
    id: 'client.idempotency.caller-key:hashed',
    changes: attemptKey(({ key }) => (key === undefined ? undefined : createHash('sha256').update(key).digest('hex'))),
  },
  {
    id: 'client.idempotency.caller-key:prefixed',
    changes: attemptKey(({ key }) => (key === undefined ? undefined : `sdk-${key}`)),
  },
  {
    id: 'client.idempotency.caller-key:streams',
    changes: attemptKey(({ key, op }) => (op === 'chat_stream' ? undefined : key)),
  },
  {
    id: 'client.idempotency.caller-key:jobs',
    changes: attemptKey(({ key, op }) => (op.startsWith('create') ? undefined : key)),
    entails: ['client.idempotency.lost-answer'],
  },
  { id: 'client.idempotency.caller-key:words', changes: attemptKey(({ key }) => key?.replace(/[^\w./-]/g, '_')) },
  {
    id: 'client.idempotency.caller-key:as-number',
    changes: attemptKey(({ key }) => (key !== undefined && /^\d+$/.test(key) ? String(Number(key)) : key)),
  },
  {
    id: 'client.idempotency.caller-key:lower-case-in-streams',
    changes: attemptKey(({ key, op }) => (op === 'chat_stream' ? key?.toLowerCase() : key)),
  },
  {
    id: 'client.idempotency.caller-key:short-in-images',
    changes: attemptKey(({ key, op }) => (op === 'create_image' ? key?.slice(0, 64) : key)),
  },
  {
    id: 'client.idempotency.caller-key:number-in-transcriptions',
    changes: attemptKey(({ key, op }) =>
      op === 'create_transcription' && key !== undefined && /^\d+$/.test(key) ? String(Number(key)) : key,
    ),
  },
  {
    id: 'client.idempotency.conflict-not-evaded',
    changes: evading(() => fresh()),
    entails: ['client.idempotency.same-key', 'client.idempotency.lost-answer', 'client.idempotency.no-late-key'],
  },
  {
    id: 'client.idempotency.conflict-not-evaded:without',
    changes: evading(() => undefined),
    entails: ['client.idempotency.same-key', 'client.idempotency.lost-answer'],
  },
  {
    id: 'client.idempotency.conflict-not-evaded:after-a-retry',
    changes: evadingLater(),
    entails: ['client.idempotency.same-key'],
  },
  { id: 'client.idempotency.conflict-not-evaded:jobs', changes: evadingJobs() },
  {
    id: 'client.idempotency.lost-answer',
    changes: lostKey(['create_image']),
    entails: ['client.idempotency.same-key', 'client.idempotency.conflict-not-evaded'],
  },
  {
    id: 'client.idempotency.lost-answer:after-502',
    changes: later(({ key, op }) => (op === 'create_image' && key !== undefined ? `${key}-again` : key)),
    entails: ['client.idempotency.same-key', 'client.idempotency.conflict-not-evaded'],
  },
  {
    id: 'client.idempotency.only-where-defined',
    changes: { attemptKey: ({ key, isKeyed }) => (isKeyed ? key : 'a-key') },
  },
  {
    id: 'client.idempotency.only-where-defined:cancels',
    changes: { attemptKey: ({ key, op }) => (op === 'cancel_job' ? 'a-key' : key) },
  },
];

/** Takes a new key when an answer was lost. */
function lostKey(ops?: readonly string[]): ClientChanges {
  const lost = new WeakSet<Call>();
  return {
    retries(failure, call, tools) {
      if (failure.isLost && (ops?.includes(call.op) ?? true)) lost.add(call);
      return right.retries(failure, call, tools);
    },
    attemptKey: (call) => (lost.has(call) && call.key !== undefined ? `${call.key}-after-loss` : call.key),
  };
}

/** Sends a refused submission again under a new key. */
function evadingJobs(): ClientChanges {
  const refused = new WeakSet<Call>();
  return {
    retries(failure, call, tools) {
      const isDue = failure.status === 409 && call.op.startsWith('create') && call.attempt === 1;
      if (isDue) refused.add(call);
      return isDue || right.retries(failure, call, tools);
    },
    attemptKey: (call) => (refused.has(call) ? fresh() : call.key),
  };
}
