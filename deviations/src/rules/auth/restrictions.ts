import type { SeenRequest } from '@gateproof/simulator/behaviour';
import ipaddr from 'ipaddr.js';
import { decide, each, kinds, overrule, rows } from '../../change.ts';
import { acceptAddresses, skip } from '../../operators/admit.ts';
import { answerList, answerWith, json, refuse, serve } from '../../operators/answers.ts';
import { callRefused, cancelRefused, runRefused } from '../../operators/refused.ts';
import { reportInStream } from '../../operators/streams.ts';
import { withList } from '../../scopes/chats.ts';
import { and, at, chats, restricted, streams, submissions, where } from '../../scopes/requests.ts';

const routes = ['chat', ...kinds];

/** Compares so many leading bits of IPv4 ranges. */
const mask = (words: string, bitsOf: (bits: number) => number) =>
  decide('admission', `takes ${words}`, {
    isAddressAllowed: ({ address }, ranges) =>
      ranges.some((range) => {
        const [network, bits] = ipaddr.parseCIDR(range);
        const source = ipaddr.process(address);
        const isV4 = source.kind() === 'ipv4';
        return source.kind() === network.kind() && source.match(network, isV4 ? bitsOf(bits) : bits);
      }),
  });

const claiming = where(restricted('ipRanges'), 'that claim an address in X-Forwarded-For', ({ headers }) => {
  return headers['x-forwarded-for'] !== undefined;
});

/** Ranges of addresses. */
export const authAddress = rows('auth.address', {
  chat: acceptAddresses(chats),
  'chat:stream': serve(and(streams, restricted('ipRanges'))),
  'chat:wide': mask('ranges in whole bytes, rounded down', (bits) => bits - (bits % 8)),
  'chat:network': mask('single addresses for their network', (bits) => (bits === 32 ? 24 : bits)),
  'chat:with-policy': acceptAddresses(restricted('policy')),
  'chat:with-models': acceptAddresses(restricted('models')),
  'chat:claimed': serve(claiming),
  media: acceptAddresses(submissions),
  'media:claimed': answerWith(and(submissions, claiming), 'a job', () => json({ object: 'job' })),
  'read:claimed': answerList(and(at('model-list'), claiming)),
  ...each('media:*', kinds, (route) => acceptAddresses(at(route))),
  read: acceptAddresses(at('model-list')),
  ...each('read:*', ['job-get', 'job-cancel', 'model-get'], (route) => acceptAddresses(at(route))),
  'inside:all': refuse(restricted('ipRanges'), 'forbidden'),
  'inside:first-range': overrule('admission.isAddressAllowed', 'reads the first IP range only', (is, caller, ranges) =>
    is(caller, ranges.slice(0, 1)),
  ),
  'inside:narrow': mask('ranges in whole bytes, rounded up', (bits) => Math.ceil(bits / 8) * 8),
  'inside:single': mask('every range for a single address', (bits) => (bits === 0 ? 0 : 32)),
  'inside:reads': refuse(and(restricted('ipRanges'), at('model-list', 'model-get', 'job-get')), 'forbidden'),
  'inside:media': refuse(and(restricted('ipRanges'), submissions), 'forbidden'),
  'inside:stream': refuse(and(restricted('ipRanges'), streams), 'forbidden'),
  'refused-cancel-without-effect': cancelRefused('forbidden'),
  'refused-without-effect': callRefused('forbidden'),
  'refused-without-effect:media': runRefused('forbidden', submissions),
  'refused-without-effect:transcription': runRefused('forbidden', at('transcription')),
});

/** Takes models for members of the set that are none. */
const allow = (words: string, isAllowed: (id: string, allowed: readonly string[]) => boolean) =>
  decide('admission', `lets a key use ${words}`, { isModelAllowed: isAllowed });
/** Requests of a kind whose fallback models are all in the set. */
const listAllowed = (kind: string) =>
  where(at(kind), 'whose fallback models are in the set', ({ body, key }: Pick<SeenRequest, 'body' | 'key'>) => {
    const list = (body as { models?: readonly string[] }).models ?? [];
    return list.length > 0 && list.every((id) => key?.restrictions.models?.includes(id));
  });
const sharePart = (place: number) => (id: string, allowed: readonly string[]) =>
  allowed.some((entry) => entry.split('/')[place] === id.split('/')[place]);

/** Sets of models. */
export const authModel = rows('auth.model', {
  ...each('*', routes, (kind) => skip('key-models', at(kind))),
  ...each('*:list', routes, (kind) => skip('key-models', and(at(kind), withList))),
  ...each('*:list-only', routes, (kind) => skip('key-models', listAllowed(kind))),
  ...each('*:with-ranges', routes, (kind) => skip('key-models', and(at(kind), restricted('ipRanges')))),
  ...each('*:with-policy', routes, (kind) => skip('key-models', and(at(kind), restricted('policy')))),
  'chat:stream': skip('key-models', streams),
  'chat:in-stream': reportInStream('forbidden'),
  'allowed:none': allow('no model once it has a set', () => false),
  'allowed:first': allow('the first model of its set only', (id, allowed) => id === allowed[0]),
  'allowed:list': refuse(and(restricted('models'), withList), 'forbidden'),
  'allowed:stream': refuse(and(restricted('models'), streams), 'forbidden'),
  'allowed:media': refuse(and(restricted('models'), submissions), 'forbidden'),
  'whole-id:prefix': allow('longer ids', (id, allowed) => allowed.some((entry) => id.startsWith(entry))),
  'whole-id:slug': allow('models with the slug of an allowed one', sharePart(1)),
  'whole-id:author': allow('all models of an allowed author', sharePart(0)),
  'refused-without-effect': callRefused('forbidden'),
  'refused-without-effect:media': runRefused('forbidden', submissions),
  'refused-without-effect:transcription': runRefused('forbidden', at('transcription')),
});
