import {
  type Account,
  type ApiKey,
  type Caller,
  type Model,
  monthOf,
  type SeenRequest,
  type SentAnswer,
} from '@gateproof/simulator/behaviour';
import { afterwards, answering, beforehand, type Change, decide, overrule, remembering } from '../change.ts';
import { bodyOf, chargeAgain, errorIn, type JsonObject } from '../requests/seen.ts';
import type { Scope } from '../scopes/requests.ts';

/** Whether an answer, to a body that asked for it, is meant. */
export type IsMeant = (answer: SentAnswer, asked?: JsonObject) => boolean;

/** What is known of the answer where it was a stream. */
const streamed: SentAnswer = { status: 200, contentType: 'text/event-stream', body: undefined };

/** Charges the requests of a scope for a generation more, as far as their answer is meant; `usd` is 0.5 by default. */
export const chargeFor = (scope: Scope, words: string, isMeant: IsMeant, usd?: number): Change =>
  afterwards(`charges once more ${scope.words} ${words}`, (request, answer = streamed) => {
    if (scope.covers(request) && isMeant(answer, bodyOf(request))) chargeAgain(request, usd);
  });

export const accepted: IsMeant = ({ status }) => status < 300;
export const refused: IsMeant = ({ status }) => status >= 400 && status < 500;

export const refusedWith =
  (code: string): IsMeant =>
  (answer) =>
    errorIn(answer)?.code === code;

/** Whether an endpoint has served it; streams have no answer of JSON. */
const isServed = (answer: SentAnswer | undefined) => answer === undefined || answer.status === 200;

/** Charges other prices for what endpoints serve. */
export const charge = (words: string, usdOf: (model: Model, body: JsonObject) => number): Change =>
  overrule('routing.candidates', `charges ${words}`, (present, models, account, body) => {
    const priced = (model: Model) => ({ ...model, priceUsd: usdOf(model, body) });
    return present(models, account, body).map(({ model, endpoint }) => ({ endpoint, model: priced(model) }));
  });

/** Records the last generation of the account once more, at no cost. */
export const recordAgain = (scope: Scope): Change =>
  afterwards(`records requests twice ${scope.words}`, (request, answer) => {
    const last = request.account?.generations.at(-1);
    if (last !== undefined && isServed(answer) && scope.covers(request))
      request.account?.generations.push({ ...last, id: `${last.id}b`, chargedUsd: 0 });
  });

/** What a key has spent in the month of a time. */
export const spentIn = (key: ApiKey, nowMs: number): number => key.spentUsd.get(monthOf(nowMs)) ?? 0;

/** Counts so much against the cap of a key in the month of a time. */
export const spend = (key: ApiKey, atMs: number, usd = 1): unknown =>
  key.spentUsd.set(monthOf(atMs), spentIn(key, atMs) + usd);

export const capOf = ({ restrictions }: ApiKey): number => restrictions.monthlyCapUsd ?? Number.POSITIVE_INFINITY;

/** Holds something else against a key's cap than it has spent this month: what `spent` returns. */
export const holdAgainstCap = (words: string, spent: (caller: Caller) => number): Change =>
  decide('admission', `holds ${words} against a cap`, {
    isOverCap: (caller, costUsd) => spent(caller) + costUsd > capOf(caller.key),
  });

/** Counts a dollar against the key of each answer that is meant. */
export const chargeKey = (scope: Scope, isMeant: IsMeant = () => true): Change =>
  answering(`counts a dollar against the cap ${scope.words}`, (answer, request) => {
    const { key, nowMs } = request;
    if (key !== undefined && isMeant(answer) && scope.covers(request)) spend(key, nowMs);
    return answer;
  });

/** Forgets what requests of a scope have spent of their key's cap, and all before them. */
export const forgetSpending = (scope: Scope): Change =>
  remembering((last = new WeakMap<ApiKey, SeenRequest>()) =>
    beforehand(`forgets what was spent ${scope.words}`, (request) => {
      const { key, nowMs } = request;
      if (key === undefined) return;
      const before = last.get(key);
      if (before !== undefined && scope.covers(before)) key.spentUsd.delete(monthOf(nowMs));
      last.set(key, request);
    }),
  );

/** What the chats of an account hold back that have not ended. */
const heldBackUsd = ({ generations }: Account): number =>
  generations.reduce((total, { hasEnded, chargedUsd }) => total + (hasEnded ? 0 : chargedUsd), 0);

/** Writes back what the credit was when a request came, less what it cost: of chats side by side only one is paid for. */
export const overwriteCredit: Change = remembering((foundUsd = new WeakMap<SeenRequest['headers'], number>()) => [
  beforehand('', ({ account, headers, route }) => {
    if (route === 'chat' && account !== undefined) foundUsd.set(headers, account.creditUsd + heldBackUsd(account));
  }),
  afterwards('books by the credit that a chat found when it came', ({ account, headers }, answer) => {
    const found = foundUsd.get(headers);
    if (account !== undefined && found !== undefined && isServed(answer))
      account.creditUsd = found - (account.generations.at(-1)?.chargedUsd ?? 0);
  }),
]);

/** Books a chat once more for each other one that runs when it ends. */
export const bookOthersToo: Change = afterwards('books chats that run side by side twice', (request, answer) => {
  const { account, route } = request;
  if (account !== undefined && route === 'chat' && isServed(answer)) account.creditUsd -= heldBackUsd(account);
});
