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
    'auth.address.chat:wide',
    'rounds ranges to whole bytes downwards',
    maskedTo((bits) => bits - (bits % 8)),
  ),
  breaking(
    'auth.address.inside:narrow',
    'rounds ranges to whole bytes upwards',
    maskedTo((bits) => Math.ceil(bits / 8) * 8),
  ),
  breaking(
    'auth.address.inside:single',
    'takes every range for a single address',
    maskedTo((bits) => (bits === 0 ? 0 : 32)),
  ),
  breaking(
    'auth.address.chat:network',
    'takes single addresses for their network',
    maskedTo((bits) => (bits === 32 ? 24 : bits)),
  ),
  ...(['image', 'transcription'] as const).map((route) =>
    breaking(
      `auth.address.media:${route}`,
      `ignores IP ranges of ${route} submissions`,
      patch('admission', ({ isAddressAllowed }) => ({
        isAddressAllowed: (caller, ranges) => caller.route === route || isAddressAllowed(caller, ranges),
      })),
    ),
  ),
  ...(['job-get', 'job-cancel', 'model-get'] as const).map((route) =>
    breaking(
      `auth.address.read:${route}`,
      `ignores IP ranges at ${route}`,
      patch('admission', ({ isAddressAllowed }) => ({
        isAddressAllowed: (caller, ranges) => caller.route === route || isAddressAllowed(caller, ranges),
      })),
    ),
  ),
];

const lives: readonly Deviation[] = [
  ...routeNames.flatMap((route) => [
    breaking(
      `auth.key.expired:${route}`,
      `takes expired keys at ${route}`,
      patch('authentication', ({ isExpired }) => ({
        isExpired: (holder, nowMs, asked) => asked !== route && isExpired(holder, nowMs, asked),
      })),
    ),
    breaking(
      `auth.key.deleted:${route}`,
      `takes deleted keys at ${route}`,
      patch('authentication', ({ isDeleted }) => ({
        isDeleted: (holder, asked) => asked !== route && isDeleted(holder, asked),
      })),
    ),
  ]),
  breaking(
    'auth.key.expired:grace',
    'takes keys for some minutes after they expire',
    patch('authentication', ({ isExpired }) => ({
      isExpired: (holder, nowMs, route) => isExpired(holder, nowMs - 5 * minuteMs, route),
    })),
  ),
  breaking('auth.key.expired:remembered', 'goes on with a key that was good when it was first used', (behaviour) => {
    const known = new Set<string>();
    return patch('authentication', ({ isExpired }) => ({
      isExpired(holder, nowMs, route) {
        if (known.has(holder.key.secret)) return false;
        const expired = isExpired(holder, nowMs, route);
        if (!expired) known.add(holder.key.secret);
        return expired;
      },
    }))(behaviour);
  }),
  breaking('auth.key.deleted:remembered', 'goes on with a deleted key that was used before', (behaviour) => {
    const known = new Set<string>();
    return patch('authentication', ({ isDeleted }) => ({
      isDeleted(holder, route) {
        const deleted = isDeleted(holder, route);
        if (!deleted) known.add(holder.key.secret);
        return deleted && !known.has(holder.key.secret);
      },
    }))(behaviour);
  }),
];

const told: readonly Deviation[] = [
  breaking('auth.key.deleted:stored', 'tells again what a deleted key was served', (behaviour) => {
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
  }),
  breaking(
    'auth.key.accepted:far-expiry',
    'counts seconds in 32 bits',
    patch('authentication', ({ isExpired }) => ({
      isExpired: (holder, nowMs, route) =>
        isExpired(holder, nowMs, route) || (holder.key.restrictions.expiresAtMs ?? 0) >= 2 ** 31 * 1000,
    })),
  ),
];

/** Ways to get keys and their restrictions wrong in one corner only. */
export const keyCorners: readonly Deviation[] = [...addresses, ...lives, ...told];
