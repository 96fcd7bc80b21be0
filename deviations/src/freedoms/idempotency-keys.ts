import { type IdempotencyBehaviour, patch } from '@gateproof/simulator/behaviour';
import { differing } from '../differing.ts';
import type { Variation } from '../variation.ts';

const book = (
  changes: Partial<IdempotencyBehaviour> | ((present: IdempotencyBehaviour) => Partial<IdempotencyBehaviour>),
) => patch('idempotency', changes);

/** How idempotency keys may be taken otherwise. */
export const idempotencyVariations: readonly Variation[] = [
  differing(
    'idempotency.chat.conflict-when-finished',
    'F027',
    'refuses a chat request that comes again after the first has finished',
    patch('idempotency', { chatWhenFinished: 'conflict' }),
  ),
  differing('idempotency.chat.waits', 'F028', 'lets a chat request wait for the first', book({ whenRunning: 'wait' })),
  differing(
    'idempotency.media.conflict-when-overlapping',
    'F029',
    'refuses submissions that overlap the first',
    book({ whenSubmitting: 'conflict' }),
  ),
  differing(
    'idempotency.media.replay-200',
    'F030',
    'answers a repeated submission with 200',
    book({ replayStatus: 200 }),
  ),
  differing(
    'idempotency.failure-keeps-key',
    'F031',
    'lets a failed chat request keep its key',
    book({ failureFreesKey: false }),
  ),
  differing(
    'idempotency.bytes',
    'F032',
    'compares bodies byte for byte',
    book({ fingerprint: (_body, raw) => Buffer.from(raw).toString('base64') }),
  ),
  differing(
    'idempotency.one-namespace',
    'F033',
    'keeps one namespace for all routes',
    book(({ scope }) => ({
      scope: (use) => scope({ ...use, route: 'any' }),
      fingerprint: (_body, raw) => Buffer.from(raw).toString('base64'),
    })),
  ),
  differing(
    'idempotency.per-api-key',
    'F034',
    'keeps keys per API key',
    book({ scope: ({ accountId, apiKeyId, route, key }) => JSON.stringify([accountId, apiKeyId, route, key]) }),
  ),
  differing('idempotency.day', 'F035', 'forgets keys after 25 hours', book({ lifetimeMs: 25 * 3_600_000 })),
  differing('idempotency.empty-key', 'F036', 'takes an empty key for a key', book({ keyOf: (header) => header })),
];
