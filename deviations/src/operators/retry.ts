import type { DeliveryRecord, WebhookAnswer } from '@gateproof/simulator/behaviour';
import { type Change, decide, deny } from '../change.ts';
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
