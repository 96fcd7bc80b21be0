import { type ApiKey, type Caller, monthOf, type RunRequest, type SeenRequest } from '@gateproof/simulator/behaviour';
import ipaddr from 'ipaddr.js';
import { decide, deny, each, kinds, overrule, rows } from '../../change.ts';
import { acceptAddresses, skip } from '../../operators/admit.ts';
import { answerList, answerWith, json, recode, refuse, reportInStream, serve } from '../../operators/answers.ts';
import { charge } from '../../operators/charge.ts';
import { bookOthersToo, checkOnce, overwriteCredit, takeCredit, takeCreditForJobs } from '../../operators/credit.ts';
import { amongRepeats, callRefused, cancelRefused, grantCredit, runRefused } from '../../operators/refused.ts';
import { capOf, chargeEnded, chargeKey, holdAgainstCap, spentIn } from '../../operators/spend.ts';
import { bodyOf, keysOf } from '../../requests/seen.ts';
import { withField, withList } from '../../scopes/bodies.ts';
import { everSince } from '../../scopes/repeats.ts';
import { and, at, chats, not, requests, restricted, runs, streams, submissions, where } from '../../scopes/requests.ts';

const isBroke = ({ creditUsd }: Caller['account']) => creditUsd <= 0;
/** The routes of jobs, and what is no chat in JSON, by their names in ids. */
const jobs = { media: submissions, transcription: at('transcription') };
const others: Readonly<Record<string, Parameters<typeof refuse>[0]>> = { media: submissions, stream: streams };
const sum = (spent: readonly number[]) => spent.reduce((total, usd) => total + usd, 0);
const usedUp = where(restricted('monthlyCapUsd'), 'that is used up', ({ key, nowMs }) => {
  return key !== undefined && spentIn(key, nowMs) + 1 > capOf(key);
});
const broke = where(not(runs), 'without credit', ({ account }) => account !== undefined && isBroke(account));
const spentByAll = ({ account }: Caller) => sum(keysOf(account).map((key) => spentIn(key, account.clock.now())));
const spentInMonths = (key: ApiKey, isMeant: (month: string) => boolean) =>
  sum([...key.spentUsd].map(([month, usd]) => (isMeant(month) ? usd : 0)));

/** What refuses the plain request, and is forgotten for others. */
const forgotten = {
  chat: chats,
  'chat:stream': streams,
  'chat:list': and(chats, withList),
  'chat:streamed-list': and(streams, withList),
  media: submissions,
  'media:list': and(submissions, withList),
  'media:retry': withField('retry_of'),
  'media:image': at('image'),
  'media:transcription': at('transcription'),
};

/** Caps of keys and credit of accounts. */
export const authMoney = rows('auth', {
  ...each('cap.*', forgotten, (scope) => skip('cap', scope)),
  ...each('credit.*', forgotten, (scope) => skip('credit', scope)),
  'cap.chat:with-policy': skip('cap', restricted('policy')),
  'cap.chat:with-models': skip('cap', restricted('models')),
  'cap.chat:in-stream': reportInStream('budget_exceeded'),
  'cap.chat:zero': deny('admission.isOverCap', 'takes a cap of 0 for none', ({ key }) => capOf(key) === 0),
  'cap.below': holdAgainstCap('nine tenths of the cap too', ({ account, key }) => {
    return spentIn(key, account.clock.now()) + 0.9 * (key.restrictions.monthlyCapUsd ?? 0);
  }),
  ...each('cap.below:*', others, (of) => refuse(and(restricted('monthlyCapUsd'), of), 'budget_exceeded')),
  'cap.below:chat-again': amongRepeats(chats, (repeats) => chargeKey(repeats)),
  'cap.below:media-again': amongRepeats(submissions, (repeats) => chargeKey(repeats)),
  'cap.below:failed-chats': chargeKey(and(chats, not(streams)), ({ status }) => status >= 500),
  'cap.below:failed-streams': chargeKey(streams, ({ status }) => status >= 500),
  ...each('cap.below:*-jobs', ['failed', 'canceled'] as const, chargeEnded),
  'cap.other-key': overrule('admission.isOverCap', 'refuses all keys once one is over its cap', (isOver, caller, usd) =>
    keysOf(caller.account).some((key) => isOver({ ...caller, key }, usd)),
  ),
  'cap.other-key:jobs': holdAgainstCap('what all keys have spent on jobs', (caller) =>
    caller.route === 'chat' ? spentIn(caller.key, caller.account.clock.now()) : spentByAll(caller),
  ),
  'cap.next-month': holdAgainstCap('what was ever spent', ({ key }) => spentInMonths(key, () => true)),
  'cap.next-month:new-year': holdAgainstCap('what was spent this year', ({ account, key }) =>
    spentInMonths(key, (month) => month.slice(0, 4) === monthOf(account.clock.now()).slice(0, 4)),
  ),
  'cap.next-month:next-year': holdAgainstCap('what was spent in this month of any year', ({ account, key }) =>
    spentInMonths(key, (month) => month.slice(5) === monthOf(account.clock.now()).slice(5)),
  ),
  'cap.read': refuse(and(not(runs), usedUp), 'budget_exceeded'),
  'cap.refused-without-effect': callRefused('budget_exceeded'),
  ...each('cap.refused-without-effect:*', jobs, (scope) => runRefused('budget_exceeded', scope)),
  'credit.chat:budget': recode('insufficient_credit', 'budget_exceeded'),
  'credit.chat:capped-key': skip('credit', restricted('monthlyCapUsd')),
  'credit.chat:in-stream': reportInStream('insufficient_credit'),
  'credit.chat:whole-cents': charge('whole cents', ({ priceUsd }) => Math.floor(priceUsd * 100) / 100),
  'credit.chat:once': checkOnce,
  'credit.restored': refuse(everSince('there was no credit', isBroke, runs), 'insufficient_credit'),
  'credit.restored:media': refuse(everSince('there was no credit', isBroke, submissions), 'insufficient_credit'),
  'credit.left': takeCredit(and(chats, not(streams))),
  'credit.left:streams': takeCredit(streams),
  ...each('credit.left:*-jobs', ['failed', 'canceled'] as const, takeCreditForJobs),
  'credit.one-history': overwriteCredit,
  'credit.one-history:booked-twice': bookOthersToo,
  'credit.read': refuse(broke, 'insufficient_credit'),
  'credit.refused-without-effect': callRefused('insufficient_credit'),
  ...each('credit.refused-without-effect:*', jobs, grantCredit),
});

const asks = ['retention', 'region'];

/** Requests that ask for a retention class or a region. */
const asking = (ask: string) =>
  where(runs, `that ask for a ${ask}`, ({ service }: RunRequest) => service[ask] !== undefined);
const saying = (pattern: RegExp) => (request: SeenRequest) => pattern.test(JSON.stringify(bodyOf(request)));
const ofRetention = requests('about retention', saying(/"retention"/));
const isAsking = saying(/"(retention|region)"/);
const askingAny = where(not(restricted('policy')), 'that ask for retention or a region', isAsking);
/** Keys whose policy names a retention class or a region, and not both. */
const halves = where(restricted('policy'), 'of one part', ({ key }: Pick<SeenRequest, 'key'>) => {
  return Object.values(key?.restrictions.policy ?? {}).filter((part) => part !== undefined).length < 2;
});
const isForbidden = saying(/"retention":"long"|"region":"(?!home)/);
const strict = where(halves, 'that ask for what the other part would forbid', isForbidden);

/** What a key's policy forbids. */
export const authPolicy = rows('auth.policy', {
  ...each('*-chat', asks, (ask) => skip('policy', and(chats, asking(ask)))),
  ...each('*-media', asks, (ask) => skip('policy', and(submissions, asking(ask)))),
  ...each('*-chat:stream', asks, () => skip('policy', streams)),
  ...each('*-chat:list', asks, () => skip('policy', and(chats, withList))),
  ...each('*-chat:streamed-list', asks, () => skip('policy', and(streams, withList))),
  ...each('*-chat:with-models', asks, () => skip('policy', restricted('models'))),
  ...each('*-chat:half', asks, () => skip('policy', and(chats, halves))),
  ...each('*-media:half', asks, () => skip('policy', and(submissions, halves))),
  ...each('*-media:list', asks, () => skip('policy', and(submissions, withList))),
  ...each('*-media:transcription-list', asks, () => skip('policy', and(at('transcription'), withList))),
  ...each('retention-media:*', kinds, (kind) => skip('policy', at(kind))),
  'region-chat:in-stream': reportInStream('policy_conflict'),
  inside: refuse(and(runs, restricted('policy')), 'policy_conflict'),
  ...each('inside:*', others, (of) => refuse(and(of, restricted('policy')), 'policy_conflict')),
  none: refuse(and(chats, askingAny), 'policy_conflict'),
  ...each('none:*', others, (scope) => refuse(and(scope, askingAny), 'policy_conflict')),
  'none:half': refuse(and(runs, strict), 'policy_conflict'),
  'refused-without-effect': callRefused('policy_conflict'),
  ...each('refused-without-effect:*', { ...jobs, stream: streams }, (of) => runRefused('policy_conflict', of)),
  ...each('refused-without-effect:*-retention', jobs, (of) => runRefused('policy_conflict', and(of, ofRetention))),
  'refused-without-effect:stream-region': runRefused('policy_conflict', and(streams, not(ofRetention))),
  'inside:reads': refuse(and(restricted('policy'), at('job-get')), 'forbidden'),
});

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

const claiming = where(restricted('ipRanges'), 'that claim an address', ({ headers }) => 'x-forwarded-for' in headers);

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
  ...each('inside:*', { ...others, cancel: at('job-cancel'), transcription: at('transcription') }, (scope) =>
    refuse(and(restricted('ipRanges'), scope), 'forbidden'),
  ),
  'refused-cancel-without-effect': cancelRefused('forbidden'),
  'refused-without-effect': callRefused('forbidden'),
  ...each('refused-without-effect:*', jobs, (scope) => runRefused('forbidden', scope)),
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
  ...each('allowed:*', { ...others, list: withList }, (of) => refuse(and(restricted('models'), of), 'forbidden')),
  'allowed:reads': refuse(and(restricted('models'), at('job-get')), 'forbidden'),
  'whole-id:prefix': allow('longer ids', (id, allowed) => allowed.some((entry) => id.startsWith(entry))),
  'whole-id:slug': allow('models with the slug of an allowed one', sharePart(1)),
  'whole-id:author': allow('all models of an allowed author', sharePart(0)),
  'refused-without-effect': callRefused('forbidden'),
  ...each('refused-without-effect:*', jobs, (scope) => runRefused('forbidden', scope)),
});
