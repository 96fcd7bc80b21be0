import type { Account, WebhookBehaviour, WebhookEndpoint } from '@gateproof/simulator/behaviour';
import { decide, rows, watch } from '../../change.ts';
import { afterRetirement, hmac, lapse, rotate, sign, signWith, writeSignature } from '../../operators/signing.ts';
import { about, deliveries, endpointsOf, fromAttempt, laterEndpoints, retries } from '../../scopes/deliveries.ts';
import { pendingAt, recordsOf, stopPending } from '../../scopes/delivery-log.ts';

const newest = (own: readonly string[]) => own.slice(0, 1);
const previous = (own: readonly string[]) => own.slice(-1);

const eventsOf = (account: Account) => new Set(recordsOf(account).map(({ eventId }) => eventId));
const fromFourthEvent = deliveries('from the fourth event', ({ finished }) => eventsOf(finished.account).size > 3);
const fromFifthDelivery = deliveries('from the fifth delivery', ({ finished }) => finished.account.deliveries.size > 4);

/** Which secrets sign while there are two. */
export const rotationSigning = rows('rotation', {
  'two-signatures': rotate('forgets the previous one', (_endpoint, fresh) => [fresh]),
  'two-signatures:after-retirement': afterRetirement('forgets the previous one', (_retired, fresh) => [fresh]),
  'two-signatures:numbered': writeSignature('with v2 for the newest value', (t, v1) =>
    [`t=${t}`, ...v1.map((value, place) => `v${v1.length - place}=${value}`)].join(','),
  ),
  'two-signatures:second-endpoint': signWith('the newest secret', newest, laterEndpoints),
  'new-secret.signs': signWith('the previous secret', previous),
  'new-secret.signs:cached': decide('webhooks', 'signs with the secrets read within five minutes', cachedSecrets),
  'previous-secret.signs': signWith('the newest secret', newest),
  'previous-secret.lasts': lapse('a quarter of an hour', 900_000),
  'previous-secret.lasts:third-event': signWith('the newest secret', newest, fromFourthEvent),
  'previous-secret.lasts:ten-events': signWith('the newest secret', newest, fromFifthDelivery),
  'previous-secret.lasts:other-retired': watch(
    'webhooks.retire',
    'retires secrets of all endpoints',
    (_left, _own, account) => {
      for (const one of endpointsOf(account)) one.secrets = one.secrets.slice(0, 1);
    },
  ),
  'retry.both-sign': signWith('the secrets of the event', (_own, { secretsThen }) => secretsThen, retries),
  'retry.both-sign:third': signWith('the newest secret', newest, fromAttempt(3)),
  'retry.both-sign:previous-only': signWith('the previous secret', previous, retries),
  'retry.both-sign:dropped': watch(
    'webhooks.rotate',
    'drops what waits at a rotation',
    (_next, endpoint, _fresh, of) => {
      stopPending(pendingAt(endpoint, of));
    },
  ),
  'one-timestamp': sign('with the previous secret over another t', (secret, t, body, { endpoint }) =>
    hmac(secret, `${secret === endpoint.secrets[0] ? t : Number(t) - 1}.${body}`),
  ),
  'every-delivery': signWith('the newest secret', newest, about('failed')),
  'every-delivery:canceled': signWith('the newest secret', newest, about('canceled')),
  'every-delivery:transcription': signWith('the newest secret', newest, about('transcription')),
  'every-delivery:failed-transcription': signWith('the newest secret', newest, about('failed', 'transcription')),
});

function cachedSecrets({ signingSecrets }: WebhookBehaviour): Partial<WebhookBehaviour> {
  const known = new WeakMap<WebhookEndpoint, { readonly atMs: number; readonly secrets: readonly string[] }>();
  return {
    signingSecrets(attempt) {
      const cached = known.get(attempt.endpoint);
      if (cached !== undefined && attempt.atMs - cached.atMs < 300_000) return cached.secrets;
      const secrets = signingSecrets(attempt);
      known.set(attempt.endpoint, { atMs: attempt.atMs, secrets });
      return secrets;
    },
  };
}
