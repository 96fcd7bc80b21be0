import { type KeyHolder, patch, type Registry, routeNames } from '@gateproof/simulator/behaviour';
import type { Deviation } from '../deviation.ts';
import { breaking } from './breaking.ts';

/** Looks keys up by a comparison of its own, after the exact one. */
function alsoFinding(isSame: (secret: string, token: string) => boolean) {
  return patch('authentication', ({ find }) => ({
    find: (registry: Registry, token: string): KeyHolder | undefined =>
      find(registry, token) ?? [...registry.holders()].find(({ key }) => isSame(key.secret, token)),
  }));
}

/** Ways to get the key itself wrong. */
const keys: readonly Deviation[] = [
  breaking(
    'auth.key.accepted',
    'refuses good keys where a single model is read',
    patch('authentication', { refusesGoodKey: (_holder, route) => route === 'model-get' }),
    {
      entails: [
        'model.get.listed',
        'model.get.raw-slash',
        'model.get.id-echoed',
        'model.get.inputs',
        'model.get.unknown',
        'model.get.unknown-without-slash',
        'model.get.forbidden',
      ],
    },
  ),
  breaking(
    'auth.key.required',
    'refuses a request without a known key as invalid',
    patch('errors', { translate: (error) => (error.code === 'unauthorized' ? error.as('invalid_request') : error) }),
    { entails: ['auth.', 'stream.early.missing-key', 'error.code.unauthorized'] },
  ),
  breaking(
    'auth.key.missing',
    'takes a request without a key for the first account’s where it lists models or talks',
    patch('authentication', ({ tokenOf, find }) => ({
      tokenOf: (header) => (header === undefined ? '' : tokenOf(header)),
      find: (registry, token) => (token === '' ? registry.firstHolder() : find(registry, token)),
    })),
    { entails: ['auth.key.required', ...routeNames.map((route) => `auth.route.${route}`)] },
  ),
  breaking(
    'auth.key.missing',
    'refuses a missing key with forbidden',
    patch('errors', {
      translate: (error) =>
        error.code === 'unauthorized' && error.message.includes('missing') ? error.as('forbidden') : error,
    }),
    {
      how: 'forbidden',
      entails: [
        'auth.key.required',
        ...routeNames.map((route) => `auth.route.${route}`),
        'auth.scheme.empty-token',
        'auth.scheme.other',
        'stream.early.missing-key',
      ],
    },
  ),
  breaking(
    'auth.key.unknown',
    'refuses an unknown key with forbidden',
    patch('errors', {
      translate: (error) =>
        error.code === 'unauthorized' && error.message.includes('unknown') ? error.as('forbidden') : error,
    }),
    { entails: ['auth.key.required', 'auth.key.near-miss', ...routeNames.map((route) => `auth.route.${route}`)] },
  ),
  breaking(
    'auth.key.near-miss',
    'compares keys without their last character',
    alsoFinding((secret, token) => secret.slice(0, -1) === token.slice(0, -1)),
    { how: 'last-character' },
  ),
  breaking(
    'auth.key.near-miss',
    'accepts whatever begins with a key',
    alsoFinding((secret, token) => token.startsWith(secret)),
    { how: 'longer' },
  ),
  breaking(
    'auth.key.near-miss',
    'compares keys without regard to case',
    alsoFinding((secret, token) => secret.toLowerCase() === token.toLowerCase()),
    { how: 'case' },
  ),
  breaking(
    'auth.key.near-miss',
    'accepts whatever a key ends with',
    alsoFinding((secret, token) => secret.endsWith(token)),
    { how: 'suffix' },
  ),
  breaking('auth.key.expired', 'goes on serving expired keys', patch('authentication', { isExpired: () => false })),
  breaking(
    'auth.key.expired',
    'refuses expired keys with forbidden',
    patch('errors', {
      translate: (error) =>
        error.code === 'unauthorized' && error.message.includes('expired') ? error.as('forbidden') : error,
    }),
    { how: 'forbidden' },
  ),
  breaking(
    'auth.key.before-expiry',
    'refuses keys from an hour before they expire',
    patch('authentication', ({ isExpired }) => ({
      isExpired: (holder, nowMs, route) => isExpired(holder, nowMs + 3_600_000, route),
    })),
  ),
  breaking('auth.key.deleted', 'goes on serving deleted keys', patch('authentication', { isDeleted: () => false })),
  breaking(
    'auth.key.sibling-of-deleted',
    'lets a deleted key take all keys of its account with it',
    patch('authentication', {
      isDeleted: ({ account }) => [...account.keys.values()].some(({ deleted }) => deleted),
    }),
  ),
  breaking(
    'auth.key.refused-without-effect',
    'calls the endpoint before it looks at the key',
    patch('admission', { dispatchesRefused: (code) => code === 'unauthorized' }),
  ),
  breaking(
    'auth.scheme.empty-token',
    'takes Bearer without a token for the first account',
    patch('authentication', ({ tokenOf, find }) => ({
      tokenOf: (header) => (header?.trim().toLowerCase() === 'bearer' ? '' : tokenOf(header)),
      find: (registry, token) => (token === '' ? registry.firstHolder() : find(registry, token)),
    })),
    { entails: routeNames.map((route) => `auth.route.${route}`) },
  ),
  breaking(
    'auth.scheme.other',
    'accepts a key under any scheme',
    patch('authentication', { tokenOf: (header) => header?.trim().split(/ +/)[1] }),
    { how: 'any' },
  ),
  breaking(
    'auth.scheme.other',
    'accepts a bare key without a scheme',
    patch('authentication', ({ tokenOf }) => ({ tokenOf: (header) => tokenOf(header) ?? header?.trim() })),
    { how: 'bare' },
  ),
  ...routeNames.map((route) =>
    breaking(
      `auth.route.${route}`,
      'serves whoever has no good key there',
      patch('authentication', { isOpen: (asked) => asked === route }),
      {
        entails: [
          'auth.key.required',
          'auth.key.missing',
          'auth.key.unknown',
          'auth.key.near-miss',
          'auth.key.deleted',
          'auth.key.expired',
          'auth.scheme.empty-token',
          'auth.scheme.other',
        ],
      },
    ),
  ),
];

/** Ways to get the key's restrictions wrong: models and addresses. */
const restrictions: readonly Deviation[] = [
  ...(['chat', 'image', 'transcription'] as const).map((route) =>
    breaking(
      `auth.model.${route}`,
      'ignores the key’s model set there',
      patch('admission', ({ isModelAllowed }) => ({
        isModelAllowed: (id, allowed, caller, place) =>
          caller.route === route || isModelAllowed(id, allowed, caller, place),
      })),
      route === 'chat' ? { entails: ['auth.model.whole-id', 'fallback.list.forbidden-entry'] } : {},
    ),
  ),
  breaking(
    'auth.model.allowed',
    'refuses every model to a key with a model set',
    patch('admission', { isModelAllowed: () => false }),
    { how: 'none', entails: ['model.list.usable', 'auth.cap'] },
  ),
  breaking(
    'auth.model.allowed',
    'lets a key use the first model of its set only',
    patch('admission', { isModelAllowed: (id, allowed) => id === allowed[0] }),
    { how: 'first', entails: ['model.list.usable'] },
  ),
  breaking(
    'auth.model.whole-id',
    'lets in whatever begins with an allowed id',
    patch('admission', { isModelAllowed: (id, allowed) => allowed.some((entry) => id.startsWith(entry)) }),
    { how: 'prefix' },
  ),
  breaking(
    'auth.model.whole-id',
    'compares slugs only',
    patch('admission', {
      isModelAllowed: (id, allowed) => allowed.some((entry) => entry.split('/')[1] === id.split('/')[1]),
    }),
    { how: 'slug' },
  ),
  breaking(
    'auth.model.whole-id',
    'compares authors only',
    patch('admission', {
      isModelAllowed: (id, allowed) => allowed.some((entry) => entry.split('/')[0] === id.split('/')[0]),
    }),
    {
      how: 'author',
      entails: ['auth.model.chat', 'auth.model.image', 'auth.model.transcription', 'fallback.list.forbidden-entry'],
    },
  ),
  breaking(
    'auth.model.refused-without-effect',
    'calls the endpoint before it looks at the model set',
    patch('admission', { dispatchesRefused: (code) => code === 'forbidden' }),
    { entails: ['auth.address.refused-without-effect'] },
  ),
  breaking(
    'auth.address.chat',
    'ignores IP ranges of chat requests',
    patch('admission', ({ isAddressAllowed }) => ({
      isAddressAllowed: (caller, ranges) => caller.route === 'chat' || isAddressAllowed(caller, ranges),
    })),
  ),
  breaking(
    'auth.address.media',
    'ignores IP ranges of media submissions',
    patch('admission', ({ isAddressAllowed }) => ({
      isAddressAllowed: (caller, ranges) =>
        caller.route === 'image' || caller.route === 'transcription' || isAddressAllowed(caller, ranges),
    })),
  ),
  breaking(
    'auth.address.read',
    'ignores IP ranges of reads',
    patch('admission', ({ isAddressAllowed }) => ({
      isAddressAllowed: (caller, ranges) => caller.route === 'model-list' || isAddressAllowed(caller, ranges),
    })),
  ),
  breaking(
    'auth.address.inside',
    'refuses every address once a key has IP ranges',
    patch('admission', { isAddressAllowed: () => false }),
    { how: 'all', entails: ['auth.model', 'auth.policy', 'auth.cap'] },
  ),
  breaking(
    'auth.address.inside',
    'looks at the first IP range only',
    patch('admission', ({ isAddressAllowed }) => ({
      isAddressAllowed: (caller, ranges) => isAddressAllowed(caller, ranges.slice(0, 1)),
    })),
    { how: 'first-range' },
  ),
  breaking(
    'auth.address.refused-without-effect',
    'calls the endpoint before it looks at the address',
    patch('admission', { dispatchesRefused: (code) => code === 'forbidden' }),
    { entails: ['auth.model.refused-without-effect'] },
  ),
];

export const keyDeviations: readonly Deviation[] = [...keys, ...restrictions];
