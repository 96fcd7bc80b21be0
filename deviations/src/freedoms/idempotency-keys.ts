import { hourMs } from '@gateproof/spec';
import { decide, freedomRows } from '../change.ts';
import { placeKeys } from '../operators/idempotency.ts';

const bytes = (_body: unknown, raw: Uint8Array) => Buffer.from(raw).toString('base64');

/** How idempotency keys may be taken otherwise. */
export const idempotencyVariations = freedomRows({
  'F027 idempotency.chat.conflict-when-finished': decide('idempotency', 'refuses a chat request that comes again', {
    chatWhenFinished: 'conflict',
  }),
  'F028 idempotency.chat.waits': decide('idempotency', 'lets chats wait for the first', { whenRunning: 'wait' }),
  'F029 idempotency.media.conflict-when-overlapping': decide('idempotency', 'refuses overlapping submissions', {
    whenSubmitting: 'conflict',
  }),
  'F030 idempotency.media.replay-200': decide('idempotency', 'answers repeats of jobs with 200', { replayStatus: 200 }),
  'F031 idempotency.failure-keeps-key': decide('idempotency', 'lets a failed chat request keep its key', {
    failureFreesKey: false,
  }),
  'F032 idempotency.bytes': decide('idempotency', 'compares bodies byte for byte', { fingerprint: bytes }),
  'F033 idempotency.one-namespace': decide('idempotency', 'keeps one namespace for all routes', ({ scope }) => ({
    scope: (use) => scope({ ...use, route: 'any' }),
    fingerprint: bytes,
  })),
  'F034 idempotency.per-api-key': placeKeys('API key, route and key', (use) => {
    return [use.accountId, use.apiKeyId, use.route, use.key];
  }),
  'F035 idempotency.day': decide('idempotency', 'forgets keys after 25 hours', { lifetimeMs: 25 * hourMs }),
  'F036 idempotency.empty-key': decide('idempotency', 'takes an empty key for a key', { keyOf: (header) => header }),
});
