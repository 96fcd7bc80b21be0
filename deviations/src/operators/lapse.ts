import type { WebhookEndpoint } from '@gateproof/simulator/behaviour';
import { type Change, decide } from '../change.ts';

/** Lets the previous secret sign for so long after a rotation. */
export function lapse(words: string, ms: number): Change {
  return decide('webhooks', `signs with the previous secret for ${words}`, ({ rotate, signingSecrets }) => {
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
}
