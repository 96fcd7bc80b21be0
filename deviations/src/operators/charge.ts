import type { Model, SentAnswer } from '@gateproof/simulator/behaviour';
import { afterwards, type Change, overrule } from '../change.ts';
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

export function refusedWith(code: string): IsMeant {
  return (answer) => errorIn(answer)?.code === code;
}

/** Whether an endpoint has served it; streams have no answer of JSON. */
export const isServed = (answer: SentAnswer | undefined) => answer === undefined || answer.status === 200;

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
