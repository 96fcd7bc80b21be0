import { type ApiKey, type Caller, monthOf } from '@gateproof/simulator/behaviour';
import { deny, each, overrule, rows } from '../../change.ts';
import { skip } from '../../operators/admit.ts';
import { recode, refuse } from '../../operators/answers.ts';
import { charge } from '../../operators/charge.ts';
import {
  bookOthersToo,
  chargeEndedSilently,
  chargeSilently,
  checkOnce,
  isBroke,
  overwriteCredit,
} from '../../operators/credit.ts';
import { callRefused, grantCredit, runRefused } from '../../operators/refused.ts';
import { amongRepeats } from '../../operators/repeats.ts';
import { capOf, chargeEnded, chargeKey, holdAgainstCap, spentIn } from '../../operators/spend.ts';
import { reportInStream } from '../../operators/streams.ts';
import { keysOf } from '../../requests/seen.ts';
import { withList } from '../../scopes/chats.ts';
import { everSince } from '../../scopes/memory.ts';
import {
  and,
  at,
  chats,
  not,
  restricted,
  runs,
  streams,
  submissions,
  where,
  withField,
} from '../../scopes/requests.ts';

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
  'cap.below:stream': refuse(and(restricted('monthlyCapUsd'), streams), 'budget_exceeded'),
  'cap.below:media': refuse(and(restricted('monthlyCapUsd'), submissions), 'budget_exceeded'),
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
  'cap.refused-without-effect:transcription': runRefused('budget_exceeded', at('transcription')),
  'cap.refused-without-effect:media': runRefused('budget_exceeded', submissions),

  'credit.chat:budget': recode('insufficient_credit', 'budget_exceeded'),
  'credit.chat:capped-key': skip('credit', restricted('monthlyCapUsd')),
  'credit.chat:in-stream': reportInStream('insufficient_credit'),
  'credit.chat:whole-cents': charge('whole cents', ({ priceUsd }) => Math.floor(priceUsd * 100) / 100),
  'credit.chat:once': checkOnce,
  'credit.restored': refuse(everSince('there was no credit', isBroke, runs), 'insufficient_credit'),
  'credit.restored:media': refuse(everSince('there was no credit', isBroke, submissions), 'insufficient_credit'),
  'credit.left': chargeSilently(and(chats, not(streams))),
  'credit.left:streams': chargeSilently(streams),
  ...each('credit.left:*-jobs', ['failed', 'canceled'] as const, chargeEndedSilently),
  'credit.one-history': overwriteCredit,
  'credit.one-history:booked-twice': bookOthersToo,
  'credit.read': refuse(broke, 'insufficient_credit'),
  'credit.refused-without-effect': callRefused('insufficient_credit'),
  'credit.refused-without-effect:transcription': grantCredit(at('transcription')),
  'credit.refused-without-effect:media': grantCredit(submissions),
});
