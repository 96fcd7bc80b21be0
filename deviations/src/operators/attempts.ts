import type { DeliveryRecord, WebhookAnswer } from '@gateproof/simulator/behaviour';
import { minuteMs } from '@gateproof/spec';
import { type Change, decide, deny, overrule } from '../change.ts';
import { everyDelivery } from '../scopes/deliveries.ts';
import type { Scope } from '../scopes/requests.ts';

/** Which failed attempts a change concerns; `status` null: there was no answer. */
export type Failures = Scope<number | null>;
const failures = (words: string, covers: Failures['covers']): Failures => ({ words, covers });

export const anyFailure: Failures = failures('after a failure', () => true);
export const noAnswer: Failures = failures('without an answer', (status) => status === null);
export const after = (...statuses: readonly number[]): Failures =>
  failures(`after ${statuses.join(', ')}`, (status) => status !== null && statuses.includes(status));
/** Statuses from the first up to and without the second. */
export const between = (from: number, to: number): Failures =>
  failures(`after ${from} to ${to - 1}`, (status) => status !== null && status >= from && status < to);

/** Makes no further attempt. */
export const giveUp = (failures: Failures, scope = everyDelivery): Change =>
  deny('webhooks.isRetried', `gives up ${failures.words} ${scope.words}`, (status, attempt) => {
    return failures.covers(status) && scope.covers(attempt);
  });

/** Makes up to so many attempts, those that ended otherwise and those of other deliveries only up to the eighth. */
export const tryUpTo = (maxAttempts: number, failures: Failures = anyFailure, scope = everyDelivery): Change =>
  decide('webhooks', `tries ${maxAttempts} times ${failures.words} ${scope.words}`, ({ isRetried }) => ({
    maxAttempts,
    isRetried: (status, attempt) =>
      isRetried(status, attempt) && (attempt.number < 8 || (failures.covers(status) && scope.covers(attempt))),
  }));

/** Counts these attempts, by their log entry, not towards the eight. */
export const leaveUncounted = (words: string, covers: (status: number | null, trouble: string) => boolean): Change =>
  decide('webhooks', `does not count attempts ${words}`, ({ isRetried }) => ({
    maxAttempts: 40,
    isRetried(status, attempt) {
      const counted = attempt.record.attempts.filter(({ status, trouble }) => !covers(status, trouble ?? ''));
      return isRetried(status, attempt) && counted.length < 8;
    },
  }));

/** Follows redirects, as they were sent or with `GET`: the next attempt goes there at once. */
export function follow(redirects: Failures, how: 'as-sent' | 'get' = 'as-sent', scope = everyDelivery): Change {
  const words = `follows redirects ${redirects.words}${how === 'get' ? ' with GET' : ''} ${scope.words}`;
  return decide('webhooks', words, ({ isSuccess, gapMs, message }) => {
    const followed = new WeakSet<WebhookAnswer>();
    const led = new WeakMap<DeliveryRecord, string>();
    return {
      isSuccess(answer, attempt) {
        led.delete(attempt.record);
        if (answer.location !== undefined && redirects.covers(answer.status) && scope.covers(attempt)) {
          followed.add(answer);
          led.set(attempt.record, new URL(answer.location, attempt.endpoint.url).href);
        }
        return isSuccess(answer, attempt);
      },
      gapMs: (made, fraction, answer) =>
        answer !== undefined && followed.has(answer) ? 0 : gapMs(made, fraction, answer),
      message(first, attempt) {
        const present = message(first, attempt);
        const url = led.get(attempt.record);
        if (url === undefined) return present;
        return { ...present, url, ...(how === 'get' && { method: 'GET' as const }) };
      },
    };
  });
}

/** Waits these minutes between attempts, the last of them from then on. */
export const wait = (...minutes: readonly number[]): Change =>
  decide('webhooks', `waits ${minutes.join(', ')} minutes between attempts`, {
    gapMs: (made) => (minutes[made - 1] ?? minutes.at(-1) ?? 0) * minuteMs,
  });

/** Waits so many minutes after some failures. `made`: how many attempts there were. */
export const waitAfter = (
  failures: Failures,
  words: string,
  minutes: (made: number, answer: WebhookAnswer | undefined, fraction: number) => number,
): Change =>
  overrule('webhooks.gapMs', `waits ${words} ${failures.words}`, (gapMs, made, fraction, answer) =>
    failures.covers(answer?.status ?? null)
      ? minutes(made, answer, fraction) * minuteMs
      : gapMs(made, fraction, answer),
  );

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
