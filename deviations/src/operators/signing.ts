import { createHmac } from 'node:crypto';
import type { Attempt, WebhookBehaviour } from '@gateproof/simulator/behaviour';
import { type Change, decide, overrule } from '../change.ts';
import { type DeliveryScope, everyDelivery } from '../scopes/deliveries.ts';

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
  return decide('webhooks', `signs ${words} ${scope.words}`, (present) => ({
    v1: (secret, t, body, attempt) => (scope.covers(attempt) ? v1 : present.v1)(secret, t, body, attempt),
  }));
}

/** Signs another body than the one that is sent. */
export function signBody(words: string, change: (body: string) => string | Buffer): Change {
  return sign(words, (secret, t, body) =>
    hmac(secret, Buffer.concat([Buffer.from(`${t}.`), Buffer.from(change(body))])),
  );
}

/** Writes the signature header otherwise. */
export function writeSignature(words: string, signature: WebhookBehaviour['signature']): Change {
  return decide('webhooks', `writes signatures ${words}`, { signature });
}

/** Writes each value of `v1` otherwise; place 0 is that of the newest secret. */
export function writeValues(words: string, write: (value: string, place: number) => string): Change {
  return overrule('webhooks.signature', `writes signature values ${words}`, (signature, t, v1) =>
    signature(t, v1.map(write)),
  );
}

/** Writes another `t`. */
export function writeTime(words: string, write: (attempt: Attempt) => string, scope = everyDelivery): Change {
  return overrule('webhooks.timestamp', `writes t ${words} ${scope.words}`, (timestamp, attempt) =>
    (scope.covers(attempt) ? write : timestamp)(attempt),
  );
}

/** Signs with other secrets; `own`: the right ones, the newest first. */
export function signWith(
  words: string,
  choose: (own: readonly string[], attempt: Attempt) => readonly string[],
  scope: DeliveryScope = everyDelivery,
): Change {
  return overrule('webhooks.signingSecrets', `signs with ${words} ${scope.words}`, (signingSecrets, attempt) => {
    const own = signingSecrets(attempt);
    return scope.covers(attempt) ? choose(own, attempt) : own;
  });
}
