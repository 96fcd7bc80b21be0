import type { Model, SentAnswer } from '@gateproof/simulator/behaviour';
import { afterwards, type Change, overrule } from '../change.ts';
import { chargeAgain, errorIn, isObject, type JsonObject } from '../requests/seen.ts';
import type { Scope } from '../scopes/requests.ts';

/** Whether an answer, to a body that asked for it, is meant. */
export type IsMeant = (answer: SentAnswer, asked?: JsonObject) => boolean;

/** Charges the requests of a scope for a generation more, as far as their answer is meant; `usd` is 0.5 by default. */
export const chargeFor = (scope: Scope, words: string, isMeant: IsMeant, usd?: number): Change =>
  afterwards(`charges once more ${scope.words} ${words}`, (request, answer) => {
    const asked = isObject(request.body) ? request.body : {};
    if (answer !== undefined && scope.covers(request) && isMeant(answer, asked)) chargeAgain(request, usd);
  });

export const accepted: IsMeant = ({ status }) => status < 300;
export const refused: IsMeant = ({ status }) => status >= 400 && status < 500;

/** Answers with an error of the code. */
export function refusedWith(code: string): IsMeant {
  return (answer) => errorIn(answer)?.code === code;
}

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
    const isServed = answer === undefined || answer.status === 200;
    if (last !== undefined && isServed && scope.covers(request))
      request.account?.generations.push({ ...last, id: `${last.id}b`, chargedUsd: 0 });
  });
