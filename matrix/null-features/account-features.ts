import { patch } from '@gateproof/simulator';
import { type NullFeature, together } from './null-feature.ts';
import { unlistedCode, unrouted, withoutStep } from './taking-out.ts';

/** Features that belong to keys, accounts and the state of the gateway. */
export const accountFeatures: readonly NullFeature[] = [
  {
    id: 'keys',
    without: 'every key, and none, is taken for the first account’s',
    takeOut: patch('authentication', ({ tokenOf, find }) => ({
      tokenOf: (header) => tokenOf(header) ?? '',
      find: (registry, token) => find(registry, token) ?? [...registry.holders()][0],
      isExpired: () => false,
      isDeleted: () => false,
    })),
    rules: [
      'auth.key.missing',
      'auth.key.required',
      'auth.key.unknown',
      'auth.key.near-miss',
      'auth.key.expired',
      'auth.key.deleted',
      'auth.key.before-expiry',
      'auth.key.sibling-of-deleted',
      'auth.scheme.',
      'auth.route.',
      'stream.early.missing-key',
      'error.code.unauthorized.',
    ],
  },
  {
    id: 'key-expiry',
    without: 'no key expires',
    takeOut: patch('authentication', { isExpired: () => false }),
    rules: ['auth.key.expired', 'auth.key.before-expiry'],
  },
  {
    id: 'key-deletion',
    without: 'a deleted key goes on',
    takeOut: patch('authentication', { isDeleted: () => false }),
    rules: ['auth.key.deleted', 'auth.key.sibling-of-deleted'],
  },
  {
    id: 'key-models',
    without: 'every key may use every model',
    takeOut: together(
      patch('admission', { isModelAllowed: () => true }),
      patch('models', { visible: (models) => models, forbiddenCode: undefined }),
    ),
    rules: ['auth.model.', 'model.list.restricted', 'model.get.forbidden', 'fallback.list.forbidden-entry'],
  },
  {
    id: 'key-addresses',
    without: 'a key serves every address',
    takeOut: patch('admission', { isAddressAllowed: () => true }),
    rules: ['auth.address.'],
  },
  {
    id: 'caps',
    without: 'no key has a cap',
    takeOut: patch('admission', { isOverCap: () => false }),
    rules: ['auth.cap.', 'limit.spend.', 'error.code.budget-exceeded.'],
  },
  {
    id: 'credit',
    without: 'no account runs out of credit',
    takeOut: withoutStep('credit'),
    rules: ['auth.credit.', 'idempotency.precedence.', 'error.code.insufficient-credit.'],
  },
  {
    id: 'policy',
    without: 'a policy forbids nothing',
    takeOut: withoutStep('policy'),
    rules: ['auth.policy.', 'error.code.policy-conflict.'],
  },
  {
    id: 'rate',
    without: 'no request is one too many',
    takeOut: patch('admission', { isOverRate: () => false }),
    rules: ['limit.rate.', 'error.type.rate-limited', 'error.code.rate-limited.'],
    hold: { 'error.code.rate-limited.': 'an endpoint that is asked too often shows it as well' },
  },
  {
    id: 'snapshot',
    without: 'the configuration is never out of date',
    takeOut: withoutStep('snapshot'),
    rules: ['error.snapshot.', 'error.code.snapshot-expired.'],
  },
  {
    id: 'internal-failure',
    without: 'the gateway never fails by itself',
    takeOut: withoutStep('internal'),
    rules: ['error.internal.', 'error.code.internal-error.'],
  },
  {
    id: 'usage',
    without: 'nothing is recorded',
    takeOut: patch('usage', { listed: () => [] }),
    rules: [
      'error.code.client-disconnected.recorded',
      'chat.served.',
      'chat.refusal.uncharged',
      'media.refusal.uncharged',
      'idempotency.chat.charged-once',
      'idempotency.media.charged-once',
    ],
  },
  {
    id: 'model-entries',
    without: 'no model can be read by its id',
    takeOut: unrouted('model-get'),
    rules: [
      'model.get.',
      'model.agreement.',
      'auth.route.model-get',
      'version.prefix.model-get',
      'error.code.model-not-found.',
      unlistedCode,
    ],
  },
  {
    id: 'model-list',
    without: 'models can not be listed',
    takeOut: unrouted('model-list'),
    rules: [
      'model.list.',
      'auth.route.model-list',
      'version.prefix.model-list',
      'auth.cap.read',
      'auth.credit.read',
      unlistedCode,
    ],
  },
];
