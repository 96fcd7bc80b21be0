import { createHmac } from 'node:crypto';
import type { Attempt, WebhookBehaviour } from '@gateproof/simulator/behaviour';
import { type Change, decide, overrule } from '../change.ts';
import { everyDelivery } from '../scopes/deliveries.ts';

/** The HMAC-SHA256 in hexadecimal digits. */
export const hmac = (secret: string | Buffer, text: string | Buffer, algorithm = 'sha256'): string =>
  createHmac(algorithm, secret).update(text).digest('hex');

/** `t` of a moment. */
export const seconds = (ms: number): string => String(Math.floor(ms / 1000));

/** Makes the values of `v1` otherwise. */
export const sign = (words: string, v1: WebhookBehaviour['v1'], scope = everyDelivery): Change =>
  decide('webhooks', `signs ${words} ${scope.words}`, (present) => ({
    v1: (secret, t, body, attempt) => (scope.covers(attempt) ? v1 : present.v1)(secret, t, body, attempt),
  }));

/** Signs another body than the one that is sent. */
export const signBody = (words: string, change: (body: string) => string | Buffer): Change =>
  sign(words, (secret, t, body) => hmac(secret, Buffer.concat([Buffer.from(`${t}.`), Buffer.from(change(body))])));

/** Writes the signature header otherwise. */
export const writeSignature = (words: string, signature: WebhookBehaviour['signature']): Change =>
  decide('webhooks', `writes signatures ${words}`, { signature });

/** Writes each value of `v1` otherwise; place 0 is that of the newest secret. */
export const writeValues = (words: string, write: (value: string, place: number) => string): Change =>
  overrule('webhooks.signature', `writes signature values ${words}`, (signature, t, v1) => signature(t, v1.map(write)));

/** Writes another `t`. */
export const writeTime = (words: string, write: (attempt: Attempt) => string, scope = everyDelivery): Change =>
  overrule('webhooks.timestamp', `writes t ${words} ${scope.words}`, (timestamp, attempt) =>
    (scope.covers(attempt) ? write : timestamp)(attempt),
  );
