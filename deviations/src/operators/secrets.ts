import type { Account, Attempt, WebhookBehaviour, WebhookEndpoint } from '@gateproof/simulator/behaviour';
import { type Change, decide, overrule, watch } from '../change.ts';
import { everyDelivery } from '../scopes/deliveries.ts';

type Secrets = readonly string[];
type ChooseSecrets = (own: Secrets, attempt: Attempt) => Secrets;

/** Signs with other secrets; `own`: the right ones, the newest first. */
export const signWith = (words: string, choose: ChooseSecrets, scope = everyDelivery): Change =>
  overrule('webhooks.signingSecrets', `signs with ${words} ${scope.words}`, (signingSecrets, attempt) => {
    const own = signingSecrets(attempt);
    return scope.covers(attempt) ? choose(own, attempt) : own;
  });

/** The secrets after a rotation. */
export const rotate = (words: string, next: WebhookBehaviour['rotate']): Change =>
  decide('webhooks', `rotates a secret and ${words}`, { rotate: next });

/** The secrets after a retirement. */
export const retire = (words: string, left: WebhookBehaviour['retire']): Change =>
  decide('webhooks', `retires ${words}`, { retire: left });

type Act = (endpoint: WebhookEndpoint, account: Account, fresh: string) => void;

/** Does something at each rotation. */
export const whenRotated = (words: string, act: Act): Change =>
  watch('webhooks.rotate', words, (_next, endpoint, fresh, account) => act(endpoint, account, fresh));

/** Does something at each retirement. */
export const whenRetired = (words: string, act: (endpoint: WebhookEndpoint, account: Account) => void): Change =>
  watch('webhooks.retire', words, (_left, endpoint, account) => act(endpoint, account));

/** The secrets after a rotation that follows a retirement; `retired`: those before the retirement. */
export const afterRetirement = (words: string, next: (retired: Secrets, fresh: string) => Secrets): Change =>
  decide('webhooks', `rotates a secret after a retirement and ${words}`, (present) => {
    const retired = new WeakMap<WebhookEndpoint, readonly string[]>();
    return {
      retire(endpoint, account) {
        retired.set(endpoint, endpoint.secrets);
        return present.retire(endpoint, account);
      },
      rotate(endpoint, fresh, account) {
        const before = retired.get(endpoint);
        retired.delete(endpoint);
        return before === undefined ? present.rotate(endpoint, fresh, account) : next(before, fresh);
      },
    };
  });

/** Lets the previous secret sign for so long after a rotation. */
export const lapse = (words: string, ms: number): Change =>
  decide('webhooks', `signs with the previous secret for ${words}`, ({ rotate, signingSecrets }) => {
    const rotatedAtMs = new WeakMap<WebhookEndpoint, number>();
    return {
      rotate(endpoint, fresh, account) {
        rotatedAtMs.set(endpoint, account.clock.now());
        return rotate(endpoint, fresh, account);
      },
      signingSecrets(attempt) {
        const { endpoint, finished } = attempt;
        const now = finished.account.clock.now();
        const isOver = now - (rotatedAtMs.get(endpoint) ?? now) > ms;
        // In whatever order they sign.
        return isOver ? endpoint.secrets.slice(0, 1) : signingSecrets(attempt);
      },
    };
  });
