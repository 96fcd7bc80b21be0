import { patch, type SeenRequest } from '@gateproof/simulator/behaviour';
import ipaddr from 'ipaddr.js';
import { change } from '../../change.ts';
import { acceptAddresses, skip } from '../../operators/admit.ts';
import { refuse, serve } from '../../operators/refuse.ts';
import { dispatchRefused, runRefused } from '../../operators/run-refused.ts';
import { reportInStream } from '../../operators/streams.ts';
import { each, rows } from '../../rows.ts';
import { and, at, chats, restricted, streams, submissions, where, withField } from '../../scopes.ts';

const kinds = ['chat', 'image', 'transcription'];
const lists = withField('models');

/** Compares so many leading bits of IPv4 ranges. */
const mask = (words: string, bitsOf: (bits: number) => number) =>
  change(
    `takes ${words}`,
    patch('admission', {
      isAddressAllowed: ({ address }, ranges) =>
        ranges.some((range) => {
          const [network, bits] = ipaddr.parseCIDR(range);
          const source = ipaddr.process(address);
          const isV4 = source.kind() === 'ipv4';
          return source.kind() === network.kind() && source.match(network, isV4 ? bitsOf(bits) : bits);
        }),
    }),
  );

/** Ranges of addresses. */
export const authAddress = rows({
  'auth.address.chat': acceptAddresses(chats),
  'auth.address.chat:stream': serve(and(streams, restricted('ipRanges'))),
  'auth.address.chat:wide': mask('ranges in whole bytes, rounded down', (bits) => bits - (bits % 8)),
  'auth.address.chat:network': mask('single addresses for their network', (bits) => (bits === 32 ? 24 : bits)),
  'auth.address.chat:with-policy': acceptAddresses(restricted('policy')),
  'auth.address.chat:with-models': acceptAddresses(restricted('models')),
  'auth.address.media': acceptAddresses(submissions),
  ...each(['image', 'transcription'], (route) => [`auth.address.media:${route}`, acceptAddresses(at(route))]),
  'auth.address.read': acceptAddresses(at('model-list')),
  ...each(['job-get', 'job-cancel', 'model-get'], (route) => [
    `auth.address.read:${route}`,
    acceptAddresses(at(route)),
  ]),
  'auth.address.inside:all': refuse(restricted('ipRanges'), 'forbidden'),
  'auth.address.inside:first-range': change(
    'looks at the first IP range only',
    patch('admission', ({ isAddressAllowed }) => ({
      isAddressAllowed: (caller, ranges) => isAddressAllowed(caller, ranges.slice(0, 1)),
    })),
  ),
  'auth.address.inside:narrow': mask('ranges in whole bytes, rounded up', (bits) => Math.ceil(bits / 8) * 8),
  'auth.address.inside:single': mask('every range for a single address', (bits) => (bits === 0 ? 0 : 32)),
  'auth.address.inside:reads': refuse(
    and(restricted('ipRanges'), at('model-list', 'model-get', 'job-get')),
    'forbidden',
  ),
  'auth.address.inside:media': refuse(and(restricted('ipRanges'), submissions), 'forbidden'),
  'auth.address.inside:stream': refuse(and(restricted('ipRanges'), streams), 'forbidden'),
  'auth.address.refused-without-effect': dispatchRefused('forbidden'),
  'auth.address.refused-without-effect:media': runRefused('forbidden', submissions),
});

/** Takes models for members of the set that are none. */
const allow = (words: string, isAllowed: (id: string, allowed: readonly string[]) => boolean) =>
  change(`lets a key use ${words}`, patch('admission', { isModelAllowed: isAllowed }));
/** Requests of a kind whose fallback models are all in the set. */
const listAllowed = (kind: string) =>
  where(at(kind), 'whose fallback models are in the set', ({ body, key }: Pick<SeenRequest, 'body' | 'key'>) => {
    const list = (body as { models?: readonly string[] }).models ?? [];
    return list.length > 0 && list.every((id) => key?.restrictions.models?.includes(id));
  });
const part = (id: string, place: number) => id.split('/')[place];

/** Sets of models. */
export const authModel = rows({
  ...each(kinds, (kind) => [`auth.model.${kind}`, skip('key-models', at(kind))]),
  ...each(kinds, (kind) => [`auth.model.${kind}:list`, skip('key-models', and(at(kind), lists))]),
  ...each(kinds, (kind) => [`auth.model.${kind}:list-only`, skip('key-models', listAllowed(kind))]),
  ...each(kinds, (kind) => [
    `auth.model.${kind}:with-ranges`,
    skip('key-models', and(at(kind), restricted('ipRanges'))),
  ]),
  ...each(kinds, (kind) => [`auth.model.${kind}:with-policy`, skip('key-models', and(at(kind), restricted('policy')))]),
  'auth.model.chat:stream': skip('key-models', streams),
  'auth.model.chat:in-stream': reportInStream('forbidden'),
  'auth.model.allowed:none': allow('no model once it has a set', () => false),
  'auth.model.allowed:first': allow('the first model of its set only', (id, allowed) => id === allowed[0]),
  'auth.model.allowed:list': refuse(and(restricted('models'), lists), 'forbidden'),
  'auth.model.allowed:stream': refuse(and(restricted('models'), streams), 'forbidden'),
  'auth.model.allowed:media': refuse(and(restricted('models'), submissions), 'forbidden'),
  'auth.model.whole-id:prefix': allow('whatever begins with an allowed id', (id, allowed) =>
    allowed.some((entry) => id.startsWith(entry)),
  ),
  'auth.model.whole-id:slug': allow('models with the slug of an allowed one', (id, allowed) =>
    allowed.some((entry) => part(entry, 1) === part(id, 1)),
  ),
  'auth.model.whole-id:author': allow('all models of an allowed author', (id, allowed) =>
    allowed.some((entry) => part(entry, 0) === part(id, 0)),
  ),
  'auth.model.refused-without-effect': dispatchRefused('forbidden'),
  'auth.model.refused-without-effect:media': runRefused('forbidden', submissions),
});
