import type { WebhookAnswer } from '@gateproof/simulator/behaviour';
import { type Change, overrule } from '../change.ts';
import { everyDelivery } from '../scopes/deliveries.ts';
import type { Scope } from '../scopes/requests.ts';

/** Which answers of receivers count as an acknowledgement. */
export type Answers = Scope<WebhookAnswer>;

export const answers = (words: string, covers: Answers['covers']): Answers => ({ words, covers });
const isOk = (status: number) => status >= 200 && status < 300;

/** Every 2xx for which a condition holds. */
export const okWhere = (words: string, holds: (answer: WebhookAnswer) => boolean): Answers =>
  answers(`2xx ${words}`, (answer) => isOk(answer.status) && holds(answer));
export const only = (...statuses: readonly number[]): Answers =>
  okWhere(`of ${statuses.join(', ')} only`, ({ status }) => statuses.includes(status));
export const allBut = (...statuses: readonly number[]): Answers =>
  okWhere(`but ${statuses.join(', ')}`, ({ status }) => !statuses.includes(status));
export const also = (...statuses: readonly number[]): Answers =>
  answers(`2xx and ${statuses.join(', ')}`, ({ status }) => isOk(status) || statuses.includes(status));

/** Takes these answers for an acknowledgement, and no others. */
export const acknowledge = ({ words, covers }: Answers, scope = everyDelivery): Change =>
  overrule('webhooks.isSuccess', `takes ${words} for success ${scope.words}`, (isSuccess, answer, attempt) =>
    scope.covers(attempt) ? covers(answer) : isSuccess(answer, attempt),
  );

/** Waits so long for answers. */
export const waitForAnswer = (seconds: number, scope = everyDelivery): Change =>
  overrule('webhooks.answerLimitMs', `waits ${seconds} seconds for answers ${scope.words}`, (present, attempt) =>
    scope.covers(attempt) ? seconds * 1_000 : present(attempt),
  );
