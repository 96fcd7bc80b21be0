import type { WebhookBehaviour, WebhookEndpoint } from '@gateproof/simulator/behaviour';
import { type Change, decide } from '../change.ts';

/** The secrets after a rotation. */
export const rotate = (words: string, next: WebhookBehaviour['rotate']): Change =>
  decide('webhooks', `rotates a secret and ${words}`, { rotate: next });

/** The secrets after a retirement. */
export const retire = (words: string, left: WebhookBehaviour['retire']): Change =>
  decide('webhooks', `retires ${words}`, { retire: left });

/** The secrets after a rotation that follows a retirement; `retired`: those before the retirement. */
export const afterRetirement = (
  words: string,
  next: (retired: readonly string[], fresh: string) => readonly string[],
): Change =>
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
