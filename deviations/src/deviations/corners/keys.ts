import { patch, routeNames, type SeenRequest, type SentAnswer } from '@gateproof/simulator/behaviour';
import ipaddr from 'ipaddr.js';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';

const minuteMs = 60_000;

/** Compares so many leading bits of an IPv4 range. */
const maskedTo = (bitsOf: (bits: number) => number) =>
  patch('admission', {
    isAddressAllowed: ({ address }, ranges) =>
      ranges.some((range) => {
        const [network, bits] = ipaddr.parseCIDR(range);
        const source = ipaddr.process(address);
        return (
          source.kind() === network.kind() && source.match(network, source.kind() === 'ipv4' ? bitsOf(bits) : bits)
        );
      }),
  });

const addresses: readonly Deviation[] = [
  breaking(
    'auth.address.chat',
    'rounds ranges to whole bytes downwards',
    maskedTo((bits) => bits - (bits % 8)),
    { how: 'wide', entails: ['auth.address'] },
  ),
  breaking(
    'auth.address.inside',
    'rounds ranges to whole bytes upwards',
    maskedTo((bits) => Math.ceil(bits / 8) * 8),
    { how: 'narrow' },
  ),
  breaking(
    'auth.address.inside',
    'takes every range for a single address',
    maskedTo((bits) => (bits === 0 ? 0 : 32)),
    { how: 'single' },
  ),
  breaking(
    'auth.address.chat',
    'takes single addresses for their network',
    maskedTo((bits) => (bits === 32 ? 24 : bits)),
    { how: 'network', entails: ['auth.address'] },
  ),
  ...(['image', 'transcription'] as const).map((route) =>
    breaking(
      'auth.address.media',
      `ignores IP ranges of ${route} submissions`,
      patch('admission', ({ isAddressAllowed }) => ({
        isAddressAllowed: (caller, ranges) => caller.route === route || isAddressAllowed(caller, ranges),
      })),
      { how: route },
    ),
  ),
  ...(['job-get', 'job-cancel', 'model-get'] as const).map((route) =>
    breaking(
      'auth.address.read',
      `ignores IP ranges at ${route}`,
      patch('admission', ({ isAddressAllowed }) => ({
        isAddressAllowed: (caller, ranges) => caller.route === route || isAddressAllowed(caller, ranges),
      })),
      { how: route },
    ),
  ),
];

const lives: readonly Deviation[] = [
  ...routeNames.flatMap((route) => [
    breaking(
      'auth.key.expired',
      `takes expired keys at ${route}`,
      patch('authentication', ({ isExpired }) => ({
        isExpired: (holder, nowMs, asked) => asked !== route && isExpired(holder, nowMs, asked),
      })),
      { how: route },
    ),
    breaking(
      'auth.key.deleted',
      `takes deleted keys at ${route}`,
      patch('authentication', ({ isDeleted }) => ({
        isDeleted: (holder, asked) => asked !== route && isDeleted(holder, asked),
      })),
      { how: route },
    ),
  ]),
  breaking(
    'auth.key.expired',
    'takes keys for some minutes after they expire',
    patch('authentication', ({ isExpired }) => ({
      isExpired: (holder, nowMs, route) => isExpired(holder, nowMs - 5 * minuteMs, route),
    })),
    { how: 'grace' },
  ),
  breaking(
    'auth.key.expired',
    'goes on with a key that was good when it was first used',
    (behaviour) => {
      const known = new Set<string>();
      return patch('authentication', ({ isExpired }) => ({
        isExpired(holder, nowMs, route) {
          if (known.has(holder.key.secret)) return false;
          const expired = isExpired(holder, nowMs, route);
          if (!expired) known.add(holder.key.secret);
          return expired;
        },
      }))(behaviour);
    },
    { how: 'remembered' },
  ),
  breaking(
    'auth.key.deleted',
    'goes on with a deleted key that was used before',
    (behaviour) => {
      const known = new Set<string>();
      return patch('authentication', ({ isDeleted }) => ({
        isDeleted(holder, route) {
          const deleted = isDeleted(holder, route);
          if (!deleted) known.add(holder.key.secret);
          return deleted && !known.has(holder.key.secret);
        },
      }))(behaviour);
    },
    { how: 'remembered' },
  ),
];

const told: readonly Deviation[] = [
  breaking(
    'auth.key.deleted',
    'tells again what a deleted key was served',
    (behaviour) => {
      const served = new Map<string, SentAnswer>();
      const idOf = ({ path, headers, rawBody }: SeenRequest) =>
        headers['idempotency-key'] === undefined
          ? ''
          : JSON.stringify([path, headers.authorization, headers['idempotency-key'], String(rawBody)]);
      return patch('exchanges', ({ instead, answer }) => ({
        instead: (request) => served.get(idOf(request)) ?? instead(request),
        answer(told, request) {
          const answered = answer(told, request);
          if (request.route === 'chat' && answered.status === 200 && idOf(request) !== '')
            served.set(idOf(request), answered);
          return answered;
        },
      }))(behaviour);
    },
    { how: 'stored' },
  ),
  breaking(
    'auth.key.accepted',
    'counts seconds in 32 bits',
    patch('authentication', ({ isExpired }) => ({
      isExpired: (holder, nowMs, route) =>
        isExpired(holder, nowMs, route) || (holder.key.restrictions.expiresAtMs ?? 0) >= 2 ** 31 * 1000,
    })),
    { how: 'far-expiry', entails: ['auth.'] },
  ),
];

/** Ways to get keys and their restrictions wrong in one corner only. */
export const keyCorners: readonly Deviation[] = [...addresses, ...lives, ...told];
