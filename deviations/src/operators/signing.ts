import { createHmac } from 'node:crypto';
import type { Attempt, WebhookBehaviour } from '@gateproof/simulator/behaviour';
import type { Change } from '../change.ts';
import { type DeliveryScope, everyDelivery } from '../delivery-scopes.ts';
import { inWebhooks } from './deliveries.ts';

/** The HMAC-SHA256 in hexadecimal digits. */
export function hmac(secret: string | Buffer, text: string | Buffer): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

/** `t` of a moment. */
export function seconds(ms: number): string {
  return String(Math.floor(ms / 1000));
}

/** Makes the values of `v1` otherwise. */
export function sign(words: string, v1: WebhookBehaviour['v1'], scope: DeliveryScope = everyDelivery): Change {
  const changes = (present: WebhookBehaviour): Partial<WebhookBehaviour> => ({
    v1: (secret, t, body, attempt) => (scope.covers(attempt) ? v1 : present.v1)(secret, t, body, attempt),
  });
  return inWebhooks(`signs ${words}`, changes, scope);
}

/** Signs another body than the one that is sent. */
export function signBody(words: string, change: (body: string) => string | Buffer): Change {
  return sign(words, (secret, t, body) =>
    hmac(secret, Buffer.concat([Buffer.from(`${t}.`), Buffer.from(change(body))])),
  );
}

/** Writes the signature header otherwise. */
export function writeSignature(words: string, signature: WebhookBehaviour['signature']): Change {
  return inWebhooks(`writes signatures ${words}`, () => ({ signature }));
}

/** Writes each value of `v1` otherwise; place 0 is that of the newest secret. */
export function writeValues(words: string, write: (value: string, place: number) => string): Change {
  return inWebhooks(`writes signature values ${words}`, ({ signature }) => ({
    signature: (t, v1) => signature(t, v1.map(write)),
  }));
}

/** Writes another `t`. */
export function writeTime(
  words: string,
  timestamp: WebhookBehaviour['timestamp'],
  scope: DeliveryScope = everyDelivery,
): Change {
  const changes = (present: WebhookBehaviour): Partial<WebhookBehaviour> => ({
    timestamp: (attempt) => (scope.covers(attempt) ? timestamp : present.timestamp)(attempt),
  });
  return inWebhooks(`writes t ${words}`, changes, scope);
}

/** Signs with other secrets; `own`: the right ones, the newest first. */
export function signWith(
  words: string,
  choose: (own: readonly string[], attempt: Attempt) => readonly string[],
  scope: DeliveryScope = everyDelivery,
): Change {
  const changes = ({ signingSecrets }: WebhookBehaviour): Partial<WebhookBehaviour> => ({
    signingSecrets(attempt) {
      const own = signingSecrets(attempt);
      return scope.covers(attempt) ? choose(own, attempt) : own;
    },
  });
  return inWebhooks(`signs with ${words}`, changes, scope);
}
