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
  ),
  breaking(
    'auth.key.required',
    'refuses a request without a known key as invalid',
    patch('errors', { translate: (error) => (error.code === 'unauthorized' ? error.as('invalid_request') : error) }),
  ),
  breaking(
    'auth.key.missing',
    'takes a request without a key for the first account’s where it lists models or talks',
    patch('authentication', ({ tokenOf, find }) => ({
      tokenOf: (header) => (header === undefined ? '' : tokenOf(header)),
      find: (registry, token) => (token === '' ? registry.firstHolder() : find(registry, token)),
    })),
  ),
  breaking(
    'auth.key.missing:forbidden',
    'refuses a missing key with forbidden',
    patch('errors', {
      translate: (error) =>
        error.code === 'unauthorized' && error.message.includes('missing') ? error.as('forbidden') : error,
    }),
  ),
  breaking(
    'auth.key.unknown',
    'refuses an unknown key with forbidden',
    patch('errors', {
      translate: (error) =>
        error.code === 'unauthorized' && error.message.includes('unknown') ? error.as('forbidden') : error,
    }),
  ),
  breaking(
    'auth.key.near-miss:last-character',
    'compares keys without their last character',
    alsoFinding((secret, token) => secret.slice(0, -1) === token.slice(0, -1)),
  ),
  breaking(
    'auth.key.near-miss:longer',
    'accepts whatever begins with a key',
    alsoFinding((secret, token) => token.startsWith(secret)),
  ),
  breaking(
    'auth.key.near-miss:case',
    'compares keys without regard to case',
    alsoFinding((secret, token) => secret.toLowerCase() === token.toLowerCase()),
  ),
  breaking(
    'auth.key.near-miss:suffix',
    'accepts whatever a key ends with',
    alsoFinding((secret, token) => secret.endsWith(token)),
  ),
  breaking('auth.key.expired', 'goes on serving expired keys', patch('authentication', { isExpired: () => false })),
  breaking(
    'auth.key.expired:forbidden',
    'refuses expired keys with forbidden',
    patch('errors', {
      translate: (error) =>
        error.code === 'unauthorized' && error.message.includes('expired') ? error.as('forbidden') : error,
    }),
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
  ),
  breaking(
    'auth.scheme.other:any',
    'accepts a key under any scheme',
    patch('authentication', { tokenOf: (header) => header?.trim().split(/ +/)[1] }),
  ),
  breaking(
    'auth.scheme.other:bare',
    'accepts a bare key without a scheme',
    patch('authentication', ({ tokenOf }) => ({ tokenOf: (header) => tokenOf(header) ?? header?.trim() })),
  ),
  ...routeNames.map((route) =>
    breaking(
      `auth.route.${route}`,
      'serves whoever has no good key there',
      patch('authentication', { isOpen: (asked) => asked === route }),
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
    ),
  ),
  breaking(
    'auth.model.allowed:none',
    'refuses every model to a key with a model set',
    patch('admission', { isModelAllowed: () => false }),
  ),
  breaking(
    'auth.model.allowed:first',
    'lets a key use the first model of its set only',
    patch('admission', { isModelAllowed: (id, allowed) => id === allowed[0] }),
  ),
  breaking(
    'auth.model.whole-id:prefix',
    'lets in whatever begins with an allowed id',
    patch('admission', { isModelAllowed: (id, allowed) => allowed.some((entry) => id.startsWith(entry)) }),
  ),
  breaking(
    'auth.model.whole-id:slug',
    'compares slugs only',
    patch('admission', {
      isModelAllowed: (id, allowed) => allowed.some((entry) => entry.split('/')[1] === id.split('/')[1]),
    }),
  ),
  breaking(
    'auth.model.whole-id:author',
    'compares authors only',
    patch('admission', {
      isModelAllowed: (id, allowed) => allowed.some((entry) => entry.split('/')[0] === id.split('/')[0]),
    }),
  ),
  breaking(
    'auth.model.refused-without-effect',
    'calls the endpoint before it looks at the model set',
    patch('admission', { dispatchesRefused: (code) => code === 'forbidden' }),
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
    'auth.address.inside:all',
    'refuses every address once a key has IP ranges',
    patch('admission', { isAddressAllowed: () => false }),
  ),
  breaking(
    'auth.address.inside:first-range',
    'looks at the first IP range only',
    patch('admission', ({ isAddressAllowed }) => ({
      isAddressAllowed: (caller, ranges) => isAddressAllowed(caller, ranges.slice(0, 1)),
    })),
  ),
  breaking(
    'auth.address.refused-without-effect',
    'calls the endpoint before it looks at the address',
    patch('admission', { dispatchesRefused: (code) => code === 'forbidden' }),
  ),
];

export const keyDeviations: readonly Deviation[] = [...keys, ...restrictions];
